import type { CheckOutcome } from '#schemas';
import { lineIdOf } from '#traffic/laws';
import { payable, priceOf } from '../../arrange/till/amounts.ts';
import { excerpt, isSameJson } from '../../arrange/json-compare.ts';
import type { Billed, Shown } from '../../arrange/till/read-results.ts';
import { failed } from '../../outcome.ts';

type Seat = Pick<Shown, 'snapshot'>;

/** A table before two lines were ordered, with one of them, and with both. */
interface TwoLines {
  readonly ids: readonly string[];
  readonly seats: readonly [unordered: Seat, one: Seat, both: Seat];
}

/** Two lines cost no less than one of them, and more where each of them made the table dearer. */
export const lessForMore = ({ seats, ids }: TwoLines, part: Billed, both: Billed): CheckOutcome | undefined => {
  const [none, one, two] = seats.map(({ snapshot }) => dueIn(snapshot.totals));
  const [less, more] = [part, both].map(({ bill }) => dueIn(bill.totals));
  const dearer = [none, one, two].every((due, index, dues) => {
    const before = dues[index - 1];
    return due !== undefined && (index === 0 || (before?.path === due.path && due.value > before.value));
  });
  const same = dearer && less !== undefined && isSameJson(part.bill.totals, both.bill.totals);
  const fewer = less !== undefined && more !== undefined && less.path === more.path && more.value < less.value;
  // One may come with another line, and cost nothing.
  const isFree = (line: unknown): boolean => ids.includes(lineIdOf(line) ?? '') && priceOf(line)[0]?.money.value === 0;
  if ((!same && !fewer) || seats[2].snapshot.lines?.some(isFree) === true) return undefined;
  return failed({
    expected: `more than ${excerpt(part.bill.totals)}, the totals of one of the two`,
    actual: `totals ${excerpt(both.bill.totals)}`,
    exchanges: [part.exchange, both.exchange],
    cause: 'two lines billed like one',
  });
};

const dueIn = (totals: unknown): { readonly path: string; readonly value: number } | undefined => {
  const [due] = payable(totals);
  return due && { path: due.path, value: due.money.value };
};
