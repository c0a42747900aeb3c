import type { CheckOutcome } from '#schemas';
import { lineIdOf } from '#traffic/laws';
import { payable } from '../../arrange/till/amounts.ts';
import { excerpt, isSameJson, sameElements } from '../../arrange/json-compare.ts';
import type { Billed, Shown } from '../../arrange/till/read-results.ts';
import { failed } from '../../outcome.ts';

/** A bill, or why there is none, and its table as it was just before. */
type BilledTable = Billed & { readonly seat: Shown };

/** What stands on a table nobody has paid at is billed, whoever has put it there and whether or not it was served. */
export const unbilledLine = (before: BilledTable, now: BilledTable, changeType: string): CheckOutcome | undefined => {
  const [owed, owes] = [payable(before.bill.totals)[0], payable(now.bill.totals)[0]];
  const [was = Number.NaN, is = Number.NaN] = [dueOf(before.seat), dueOf(now.seat)];
  const isBilled = owed?.money.value === was;
  if (!sameElements(before.seat.snapshot.payments ?? [], now.seat.snapshot.payments ?? [])) return undefined;
  const isAlike = isSameJson(before.seat.snapshot.totals, now.seat.snapshot.totals);
  const seen = { pointer: '/bill/totals', exchanges: [before.exchange, now.seat.exchange, now.exchange] };
  const actual = now.bill.success === true ? `totals ${excerpt(now.bill.totals)}` : 'no bill';
  // What takes something off a line may be no part of totals, unless the bill came to what they showed.
  const isOther = changeType === 'POS_LINE_ADDED' ? is > was : isBilled && is < was;
  if (isOther && owed !== undefined && isSameJson(before.bill.totals, now.bill.totals))
    return failed({
      ...seen,
      expected: `other totals than ${excerpt(before.bill.totals)}, the totals before the change`,
      actual: 'the same totals',
      cause: 'a line of a waiter not on the bill',
    });
  const isNone = now.bill.success === false && now.bill.reasonCode === 'NO_OPEN_BILL';
  const isLess =
    owed?.path === owes?.path && (owes?.money.value ?? Number.POSITIVE_INFINITY) < (owed?.money.value ?? 0);
  if (changeType === 'LINE_DELIVERED' && isAlike && (isNone || isLess))
    return failed({
      ...seen,
      expected: `totals ${excerpt(before.bill.totals)}, as before`,
      actual,
      cause: 'a delivered line not on the bill',
    });
  const billed = isNone ? 0 : owed?.path === owes?.path ? owes?.money.value : undefined;
  if (changeType === 'LINE_UPDATED' && isBilled && billed !== undefined && leavesOutLine(before, now, billed))
    return failed({
      ...seen,
      expected: `a bill of ${dueOf(now.seat)}, as the table shows`,
      actual: `${actual}; ${billed} in all`,
      cause: 'a discounted line not on the bill',
    });
  return undefined;
};

/**
 * The table comes to less than before, its bill to less than that, and what lacks is a price in a line that stands there still, for one
 * or as many as the line says. Of a line that was removed after a complaint, and is shown all the same, the table itself comes to less.
 */
const leavesOutLine = (before: BilledTable, { seat }: Pick<BilledTable, 'seat'>, billed: number): boolean => {
  const [was, is] = [dueOf(before.seat) ?? 0, dueOf(seat) ?? 0];
  const lacking = is - billed;
  if (is >= was || lacking <= 0 || lacking === was - is) return false;
  const isOf = (line: unknown): boolean =>
    payable(line).some(({ money: { value } }) => [1, ...quantitiesIn(line)].includes(lacking / value));
  return (seat.snapshot.lines ?? []).some(isOf);
};

/** A line has other numbers, such as a seat, a course and a tax rate, and what lacks may well be some of them times a price. */
const quantitiesIn = (line: unknown): readonly unknown[] =>
  Object.entries(Object(line)).flatMap(([name, value]) => (quantityName.test(name) ? [value] : []));
const quantityName = /^(?:count|pieces|units|number|amount)$|quantity|qty/iu;

const dueOf = ({ snapshot }: BilledTable['seat']): number | undefined => payable(snapshot.totals)[0]?.money.value;

/** A selection refers to existing lines, so what was there keeps its identifier when something is added. */
export const renamedLine = (before: Shown, after: Shown): CheckOutcome | undefined => {
  const [old, now] = [before, after].map(({ snapshot }) => (snapshot.lines ?? []).map(lineIdOf));
  const lost = old?.find((id) => id !== undefined && now?.includes(id) !== true);
  // Lines that merge are fewer, and what was paid may go with its payment when the next guests sit down.
  const isFewer = (of: 'lines' | 'payments') => (after.snapshot[of]?.length ?? 0) < (before.snapshot[of]?.length ?? 0);
  if (lost === undefined || isFewer('lines') || isFewer('payments')) return undefined;
  return failed({
    expected: `line ${excerpt(lost)} among the lines, as before`,
    actual: `lines ${excerpt(now)}`,
    exchanges: [before.exchange, after.exchange],
    cause: 'a line with another identifier',
  });
};
