import type { CheckOutcome } from '#schemas';
import { excerpt } from '../../arrange/json-compare.ts';
import { measuresOf, timesApplied } from '../../arrange/till/order-effects.ts';
import { failed } from '../../outcome.ts';
import { isRejected, isUntouched, type Ordered } from './table-order.ts';

/** Orders one piece that can be had, or with it something that cannot, once it is seen on the table or time is over. */
type Send = (what: 'good' | 'both', isSeen: (order: Ordered) => boolean) => Promise<Ordered | undefined>;

/**
 * Table ordering: what was ordered together with something that was rejected, and did not come onto the table, was not accepted, so
 * that it does not come with the next order either. `single` is an order of one piece from before such a rejection. A waiter may add
 * the same, but hardly twice just then, and nothing in between.
 */
export const leftOver = async (single: Ordered, send: Send): Promise<CheckOutcome | undefined> => {
  const accepted = async (): Promise<number | undefined> => {
    const order = await send('good', (seen) => seen.success !== true || !isUntouched(seen));
    return order?.success === true ? timesOf(single, order) : undefined;
  };
  if ((await accepted()) !== 2 || (await accepted()) !== 1) return undefined;
  // A part of it may be accepted, and come later.
  const rejection = await send('both', (seen) => !isUntouched(seen));
  if (rejection === undefined || !isRejected(rejection)) return undefined;
  const next = await send('good', (seen) => !isUntouched(seen));
  return next?.success === true && timesOf(single, next) === 2 ? leftOutcome(rejection, next) : undefined;
};

const timesOf = (single: Ordered, other: Ordered): number | undefined =>
  timesApplied(observed(single), observed(other), 1);

const observed = ({ before, after }: Ordered) => ({
  before: measuresOf(before.snapshot),
  after: measuresOf(after.snapshot),
});

const leftOutcome = (rejection: Ordered, { before, after, exchange }: Ordered): CheckOutcome =>
  failed({
    expected: `one piece more than before: totals ${excerpt(before.snapshot.totals)}`,
    actual: `two pieces more: totals ${excerpt(after.snapshot.totals)}`,
    exchanges: [rejection.exchange, exchange, after.exchange],
    cause: 'the rest of a rejected order with the next one',
  });
