import { expect, test } from 'vitest';
import type { Finding } from '#schemas';
import type { Placed } from './placed-order.ts';
import { blameTrials, type Trial } from './delivery-trials.ts';
import type { OrderWish, ReadyOrder } from './prepared-order.ts';
import { notExercised } from '../../outcome.ts';

const ready = {} as ReadyOrder;
const finding: Finding = { message: 'm', expected: 'e', actual: 'a' };
const confirmed: Trial['placed'] = { kind: 'confirmed', ready, shopOrderId: 's', exchange: 1, durationMs: 1 };
const declined: Trial['placed'] = { kind: 'declined', ready, finding };
const trial = (delivery: string, variant: OrderWish, placed: Trial['placed']): Trial => ({ delivery, variant, placed });
const counts = async (trials: readonly Trial[], twin: Placed) => {
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
  const none: Placed = { kind: 'undecided', outcome: notExercised('no basket') };
  expect(await counts([fine, trial('B', {}, declined)], none)).toEqual([1, 0, 0]);
  expect(await counts([fine, other], none)).toEqual([0, 0, 1]);
});

test('where nothing is confirmed, orders are what is not confirmed', async () => {
  expect(await counts([trial('A', {}, declined), other], declined)).toEqual([0, 0, 2]);
});
