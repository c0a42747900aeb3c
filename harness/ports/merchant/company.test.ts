import type { Judgement } from '#schemas';
import { expect, test } from 'vitest';
import { createCallSlots } from './call-slots.ts';
import { createCompany } from './company.ts';

const requirement = 'order/answers-in-8-seconds';
const late: Judgement = {
  requirement,
  outcome: { status: 'failed', message: 'Late.', expected: '8 s', actual: '9 s', cause: 'late' },
};
const prompt: Judgement = { requirement, outcome: { status: 'passed' } };
const seen = { exchange: 1, durationMs: 2000, wasAlone: false, isQuiet: false };
const quiet = { ...seen, exchange: 2, wasAlone: true, isQuiet: true };

test('an order that is late by itself fails at once', () => {
  expect(createCompany().judged(late, { ...seen, wasAlone: true })).toEqual(late);
});

test('late in company only warns where the next is in time alone, and fails where that is late too', () => {
  const company = createCompany();
  expect([company.judged(late, seen), company.isInDoubt(), company.judged(prompt, seen)]).toEqual([
    undefined,
    true,
    prompt,
  ]);
  expect(company.judged(prompt, quiet)?.outcome).toMatchObject({ status: 'warned', actual: '9 s', exchanges: [2, 1] });
  expect([company.isInDoubt(), company.rest()]).toEqual([false, undefined]);
  company.judged(late, seen);
  expect(company.judged(late, quiet)?.outcome).toMatchObject({ status: 'failed', exchanges: [1, 2] });
  company.judged(late, seen);
  expect(company.rest()?.outcome).toMatchObject({ status: 'not-exercised', usedUp: true });
});

test('calls, triggers and what nobody waits for any longer are company', async () => {
  const company = createCompany();
  const call = async (isAnswered = true) =>
    await company.call(
      async () => await Promise.resolve(),
      () => isAnswered,
    );
  const wasAlone = async (): Promise<boolean> => (await call())[1];
  expect(await wasAlone()).toBe(true);
  const both = await Promise.all([call(), call()]);
  expect(both.map(([, alone]) => alone)).toEqual([false, false]);
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const triggered = company.trigger(async () => await done);
  await Promise.resolve();
  expect(await wasAlone()).toBe(false);
  resolve();
  await triggered;
  await call(false);
  expect([await wasAlone(), await wasAlone()]).toEqual([false, true]);
});

test('an order to be alone has all places, and triggers wait for it', async () => {
  const company = createCompany();
  const { turns } = createCallSlots(2);
  const happened: string[] = [];
  const note = async (what: string): Promise<number> => await Promise.resolve(happened.push(what));
  const first = turns(async () => await note('a call'));
  const order = company.alone(turns, async () => {
    await note('order begins');
    return await note('order ends');
  });
  const rest = [company.trigger(async () => await note('trigger')), turns(async () => await note('another call'))];
  await Promise.all([first, order, ...rest]);
  expect(happened.slice(0, 3)).toEqual(['a call', 'order begins', 'order ends']);
});
