import { payable } from '../../arrange/till/amounts.ts';
import { isSameJson, sameElements } from '../../arrange/json-compare.ts';
import { isSameGrowth, type ObservedChange, plainMeasuresOf } from '../../arrange/till/order-effects.ts';
import type { ShownTable } from '../../arrange/till/read-results.ts';

/** An order at a table, and the table before and after it. */
export interface Ordered {
  readonly before: ShownTable;
  readonly after: ShownTable;
  readonly success: boolean | undefined;
  /** How many items the result lists as accepted. */
  readonly accepted: number;
  readonly exchange: number;
  /** The place in the traffic where it begins. */
  readonly from: number;
}

/** By how much more the table owes; undefined where that cannot be read. */
export const growthOf = ({ before, after }: Ordered): number | undefined => {
  const [earlier] = payable(before.snapshot.totals);
  const [later] = payable(after.snapshot.totals);
  return earlier !== undefined && earlier.path === later?.path ? later.money.value - earlier.money.value : undefined;
};

export const hasGrown = (order: Ordered): boolean => (growthOf(order) ?? 0) > 0;

/** It shows the very lines that it had before. */
export const hasSameLines = ({ before: { snapshot: old }, after: { snapshot: now } }: Ordered): boolean =>
  old.lines !== undefined && now.lines !== undefined && sameElements(old.lines, now.lines);

/** And the totals. */
export const isUntouched = (order: Ordered): boolean =>
  hasSameLines(order) && isSameJson(order.before.snapshot.totals, order.after.snapshot.totals);

/** Nothing of it was taken, for all that its result and the table say. */
export const isRejected = (order: Ordered): boolean =>
  order.success === false && order.accepted === 0 && isUntouched(order);

export const changeOf = ({ before, after }: Ordered): ObservedChange => ({
  before: plainMeasuresOf(before.snapshot),
  after: plainMeasuresOf(after.snapshot),
});

/** By numbers alone, and by what is owed, which may be a text. A number of a line grows otherwise when the same is ordered `again`. */
export const isSameTrace = (one: Ordered, other: Ordered, again = other): boolean =>
  growthOf(one) === growthOf(other) &&
  isSameGrowth(changeOf(one), changeOf(other), (path) =>
    isSameGrowth(changeOf(again), changeOf(other), (its) => its === path),
  );
