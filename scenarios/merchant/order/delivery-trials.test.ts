import { expect, test } from 'vitest';
import type { Finding } from '#schemas';
import { blameTrials, type Trial } from './delivery-trials.ts';
import type { OrderWish } from './prepared-order.ts';

type Twin = Awaited<ReturnType<Parameters<typeof blameTrials>[1]>>;

const finding: Finding = { message: 'm', expected: 'e', actual: 'a' };
const confirmed: Trial['placed'] = { kind: 'confirmed' };
const declined: Trial['placed'] = { kind: 'declined', finding };
const trial = (delivery: string, variant: OrderWish, placed: Trial['placed']): Trial => ({ delivery, variant, placed });
const counts = async (trials: readonly Trial[], twin: Twin) => {
  const { delivery, parts, confirmed: orders } = await blameTrials(trials, () => Promise.resolve(twin));
  return [delivery.length, parts.length, orders.length];
};

const fine = trial('A', {}, confirmed);
const other = trial('B', { consents: true }, declined);

test('the same option with parts known to be fine tells whose fault a refusal is', async () => {
  expect(await counts([fine, other], declined)).toEqual([1, 0, 0]);
  expect(await counts([fine, other], confirmed)).toEqual([0, 1, 0]);
});

test('a refusal that is not seen again is about neither', async () => {
  expect(await counts([fine, trial('B', {}, declined)], confirmed)).toEqual([0, 0, 1]);
});

test('where no twin can be tried, a plain order still blames its option', async () => {
  const none: Twin = { kind: 'undecided' };
  expect(await counts([fine, trial('B', {}, declined)], none)).toEqual([1, 0, 0]);
  expect(await counts([fine, other], none)).toEqual([0, 0, 1]);
});

test('where nothing is confirmed, orders are what is not confirmed', async () => {
  expect(await counts([trial('A', {}, declined), other], declined)).toEqual([0, 0, 2]);
});
