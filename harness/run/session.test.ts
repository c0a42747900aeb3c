import { type JournalEvent, validate } from '#schemas';
import type { MerchantScenario } from '#scenarios';
import { expect, test } from 'vitest';
import { settle } from '../verdicts/settle.ts';
import { basket, merchant, retrieval, request, at, scenario, ends } from '#lab/doubles/merchant/merchant-run';
import { run } from './session.ts';

test('a run calls the target, judges every answer and gives a result that its schema accepts', async () => {
  const seen: { url?: string; headers?: unknown } = {};
  await using shop = await merchant(basket, seen);
  const events: JournalEvent[] = [];
  const result = await run(request(at(shop.url), [retrieval], events));
  expect(seen.url).toBe('/basket?shop=a%20b&basketId=b%2F1%20%C3%A4');
  expect(validate('result', result)).toEqual([]);
  expect(result.requirements.find(({ id }) => id === 'basket/retrieval-answers')).toMatchObject({ status: 'passed' });
  expect(result.requirements.find(({ id }) => id === 'basket/expires-in-future')).toMatchObject({ status: 'passed' });
  expect(result.requirements.find(({ id }) => id === 'lock/answers')).toMatchObject({ status: 'not-exercised' });
  expect(result).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
  expect(settle(events)).toEqual(result);
  expect(JSON.stringify(events)).not.toContain('s3cr3t');
});

test('what a scenario throws is our bug, and the others run on', async () => {
  const events: JournalEvent[] = [];
  const boom = scenario('merchant/boom', () => Promise.reject(new TypeError('x is not a function')));
  const odd = scenario('merchant/odd', async (world) => world.check('order/idempotent', { status: 'passed' }));
  const fine = scenario('merchant/fine', async (world) =>
    world.check('basket/expires-in-future', { status: 'passed' }),
  );
  const result = await run(request({}, [boom, odd, fine], events));
  expect(ends(events)).toEqual(['merchant/boom broken', 'merchant/odd broken', 'merchant/fine done']);
  expect(result).toMatchObject({ verdict: 'harness-error', exitCode: 5 });
  expect(result.reason).toContain('x is not a function');
  expect(result.scenarios[1]?.reason).toContain('reported on order/idempotent, which it does not cover');
  expect(result.requirements.every(({ status }) => status !== 'failed')).toBe(true);
});

test('phases run in order, and what belongs beside them starts first', async () => {
  const steps: string[] = [];
  const release = Promise.withResolvers<void>();
  const step = (name: string, phase: MerchantScenario['phase']) =>
    scenario(`merchant/${name}`, async () => void steps.push(name), phase);
  const beside = scenario(
    'merchant/beside',
    async () => {
      steps.push('beside');
      await release.promise;
      steps.push('beside ends');
    },
    'meanwhile',
  );
  const last = scenario(
    'merchant/last',
    async () => {
      steps.push('last');
      release.resolve();
    },
    'after',
  );
  await run(request({}, [last, step('order', 'order'), step('read', 'read'), step('change', 'change'), beside]));
  expect(steps).toEqual(['beside', 'read', 'change', 'order', 'last', 'beside ends']);
});

test('an interrupted run ends at once and still tells what it knows', async () => {
  const abort = new AbortController();
  const events: JournalEvent[] = [];
  const hanging = scenario('merchant/hanging', async (world) => {
    world.check('basket/expires-in-future', { status: 'passed' });
    abort.abort(new Error('Ctrl-C'));
    await new Promise<never>(() => undefined);
  });
  const never = scenario('merchant/never', () => Promise.reject(new Error('ran')));
  const result = await run({ ...request({}, [hanging, never], events), signal: abort.signal });
  expect(result).toMatchObject({ verdict: 'incomplete', exitCode: 130 });
  expect(result.scenarios).toMatchObject([
    { id: 'merchant/hanging', status: 'omitted', reason: 'the run ended while it was under way' },
    { id: 'merchant/never', status: 'omitted', reason: 'the run ended before it' },
  ]);
  expect(events.at(-1)).toMatchObject({ event: 'run-finished', ended: 'interrupted' });
  expect(result.requirements.find(({ id }) => id === 'basket/expires-in-future')?.status).toBe('passed');
});

test('a target that the doctor cannot reach is not judged', async () => {
  const never = scenario('merchant/never', () => Promise.reject(new Error('ran')));
  const preflight = () => Promise.resolve({ ok: false as const, reason: 'nothing listens at http://shop' });
  const result = await run({ ...request({}, [never]), preflight });
  expect(result).toMatchObject({ verdict: 'not-judged', exitCode: 3, reason: 'nothing listens at http://shop' });
});

test('an unknown name is refused before anything is written', async () => {
  const events: JournalEvent[] = [];
  await expect(run({ ...request({}, [retrieval], events), only: ['merchant/retreival'] })).rejects.toThrow(
    'Did you mean merchant/retrieval?',
  );
  expect(events).toEqual([]);
});
