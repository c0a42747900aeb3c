import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '#mocks/time';
import { type Config, type JournalEvent, validate } from '#schemas';
import {
  defineMerchantScenario,
  type MerchantScenario,
  type TriggerPort,
  type MerchantTriggerInputs,
} from '#scenarios';
import { request as httpRequest } from 'undici';
import { expect, test } from 'vitest';
import { run, type RunRequest } from './session.ts';
import { settle } from '../verdicts/settle.ts';

const basket = {
  id: 'b-1',
  expiresAt: '2126-11-21T12:00:00Z',
  price: { currency: 'PLN', basketValue: 1998, discounts: [] },
  deliveryOptions: [],
  products: [],
};

const noTriggers: TriggerPort<MerchantTriggerInputs> = {
  has: () => false,
  fire: (name) => Promise.resolve({ kind: 'unavailable', reason: 'none', unlock: `triggers.${name}` }),
};

const merchant = async (answer: unknown, seen: { url?: string | undefined; headers?: unknown } = {}) => {
  const server = createServer((request, response) => {
    seen.url = request.url;
    seen.headers = request.headers;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const retrieval = defineMerchantScenario({
  id: 'merchant/retrieval',
  title: 'A basket is retrieved',
  phase: 'read',
  needs: ['merchant.basketUrl'],
  covers: ['basket/expires-in-future'],
  async run(world) {
    const lease = await world.baskets.lease({});
    if (lease.kind === 'unavailable') {
      world.check('basket/expires-in-future', { status: 'not-exercised', ...lease });
      return;
    }
    const answer = await world.merchant.retrieve(lease.basketId);
    if (answer.kind === 'answered') world.check('basket/expires-in-future', { status: 'passed' });
  },
});

const request = (config: Config, scenarios: readonly MerchantScenario[], events: JournalEvent[] = []): RunRequest => ({
  suite: 'merchant',
  config,
  seed: 7,
  effort: 'quick',
  only: [],
  skip: [],
  clock: systemClock,
  signal: new AbortController().signal,
  triggers: noTriggers,
  journal: (event) => void events.push(event),
  command: ['run', 'merchant'],
  scenarios,
  env: {},
});

const at = (url: string): Config => ({
  merchant: {
    basketUrl: `${url}/basket?shop=a%20b`,
    headers: { Authorization: 'Bearer s3cr3t-token' },
    fixtures: { baskets: ['b/1 ä'] },
  },
});

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

const scenario = (
  id: string,
  work: MerchantScenario['run'],
  phase: MerchantScenario['phase'] = 'read',
): MerchantScenario =>
  defineMerchantScenario({ id, title: id, phase, needs: [], covers: ['basket/expires-in-future'], run: work });

const ends = (events: readonly JournalEvent[]): readonly string[] =>
  events.flatMap((event) => (event.event === 'scenario-finished' ? [`${event.scenario} ${event.status}`] : []));

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

test('no secret gets into the journal, wherever the target repeats it', async () => {
  const secret = 'c4nary/s3cret+1';
  await using shop = await merchant({
    ...basket,
    id: `${secret}${'x'.repeat(40)}`,
    [secret]: Buffer.from(`u:${secret}`).toString('base64'),
  });
  const events: JournalEvent[] = [];
  const config = at(`${shop.url}/${encodeURIComponent(secret)}`);
  await run({
    ...request({ ...config, target: { name: secret } }, [retrieval], events),
    secrets: [secret],
    command: ['run', '--x', secret],
  });
  const text = JSON.stringify(events);
  expect(text).toContain('«redacted»');
  for (const form of [
    secret,
    encodeURIComponent(secret),
    'c4nary',
    Buffer.from(`u:${secret}`).toString('base64').slice(4, 18),
  ])
    expect(text).not.toContain(form);
});

test('a request of ours that breaks its own schema is our bug, unless it is meant to be odd', async () => {
  await using shop = await merchant(basket);
  const bad = { id: 'b-1', products: 'none' } as never;
  const send = (options?: { expect: 'any' }) =>
    run(
      request({ merchant: { recalculateUrl: shop.url } }, [
        scenario('merchant/sends', async (world) => void (await world.merchant.recalculate(bad, options))),
      ]),
    );
  expect((await send()).reason).toContain('our own recalculation request is wrong at /products');
  expect(await send({ expect: 'any' })).not.toMatchObject({ verdict: 'harness-error' });
});

test('a pushed basket change is received, judged and handed to who waits for it', async () => {
  await using shop = await merchant(basket);
  const events: JournalEvent[] = [];
  const triggers: TriggerPort<MerchantTriggerInputs> = {
    has: (name) => name === 'pushBasketChange',
    fire: async (_, input) => {
      const { platformUrl } = input as MerchantTriggerInputs['pushBasketChange'];
      await httpRequest(`${platformUrl}/merchant/v1/baskets/change`, {
        method: 'POST',
        body: JSON.stringify({ ...basket, extra: 1 }),
      });
      await httpRequest(`${platformUrl}/elsewhere`);
      return { kind: 'done', result: undefined };
    },
  };
  const pushed: unknown[] = [];
  const waits = scenario('merchant/waits', async (world) => {
    await world.merchant.retrieve('b-1');
    await world.triggers.fire('pushBasketChange', { basketId: 'b-1', platformUrl: world.platform.url });
    pushed.push(await world.platform.nextChange(({ body }) => (body as { id?: string }).id === 'b-1', 5000));
  });
  const result = await run({ ...request(at(shop.url), [waits], events), triggers });
  expect(pushed).toMatchObject([{ body: { id: 'b-1', extra: 1 }, exchange: 2 }]);
  expect(result.requirements.find(({ id }) => id === 'basket/no-extra-top-level')?.violations).toMatchObject([
    { scenario: 'merchant/waits', exchanges: [2] },
  ]);
  expect(result.unexpected).toEqual([
    { what: 'GET /elsewhere, which the platform does not serve', count: 1, exchanges: [3] },
  ]);
});
