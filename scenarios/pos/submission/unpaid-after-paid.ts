import type { CheckOutcome } from '#schemas';
import type { Unanswered } from '../../arrange/till/command-answer.ts';
import { eventually } from '../../arrange/eventually.ts';
import { excerpt, isSameJson, newAmong } from '../../arrange/json-compare.ts';
import type { Billed } from '../../arrange/till/read-results.ts';
import type { Submitted } from '../../arrange/till/submitted.ts';
import type { OpenTable } from '../../arrange/till/tables.ts';
import { isWaiterAtWork } from '../../arrange/till/waiter.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed } from '../../outcome.ts';

/** All that is to be paid at a table, and the table as it was then. */
export type TableBill = Billed & { readonly seat: OpenTable };

interface Guests {
  /** Orders one piece without a payment. */
  send(listingId: string): Promise<Submitted | Unanswered>;
  /** Undefined where a request for the bill is not answered. */
  billOf(): Promise<TableBill | undefined>;
  /** The bills before and after such an order where nobody has paid for anything. */
  elsewhere(): Promise<readonly [TableBill, TableBill] | undefined>;
}

/** A guest may have ordered what costs nothing, and a waiter may take something off, but hardly with one order after the other. */
const oftenEnough = 2;

/**
 * Table ordering: an order without a payment is paid later, so that the next bill has it, whatever somebody has paid at once at the
 * table before. Held against an order elsewhere, which comes onto a bill: a till may bill guests one by one. Undefined where nothing is
 * wrong.
 */
export const unpaidAfterPaid = async (
  world: PosWorld<never>,
  paid: TableBill,
  listings: readonly string[],
  { send, billOf, elsewhere }: Guests,
): Promise<CheckOutcome | undefined> => {
  if (paid.bill.success !== true) return undefined;
  const from = world.till.mark();
  let last = paid;
  let outcome: CheckOutcome | undefined;
  // Each time another, beginning with what nobody has paid for at once.
  for (const listingId of [...listings.slice(1), ...listings.slice(0, 1)].slice(0, oftenEnough)) {
    const order = await send(listingId);
    if (order.kind !== 'submitted' || order.result.success !== true) return undefined;
    const before = last;
    // An answer may come before it shows.
    const next = await eventually(world, billOf, (bill) => bill === undefined || !isLeftOut(before, bill));
    if (next === undefined || !isLeftOut(before, next)) return undefined;
    outcome = leftOut(before, order, next);
    last = next;
  }
  const { tableId } = paid.seat;
  if (listings.length < oftenEnough || isWaiterAtWork(world, { tableId, from })) return undefined;
  const control = await elsewhere();
  return control && isBilled(...control) ? outcome : undefined;
};

const isSameBill = ({ bill: one }: TableBill, { bill: other }: TableBill): boolean =>
  one.success === other.success && isSameJson([one.totals, one.lines], [other.totals, other.lines]);

const isBilled = (before: TableBill, after: TableBill): boolean =>
  before.bill.success === false ? before.bill.reasonCode === 'NO_OPEN_BILL' : !isSameBill(before, after);

/** The table shows what was ordered, nobody has paid anything, and its bill is as it was. */
const isLeftOut = (before: TableBill, after: TableBill): boolean => {
  const [old, now] = [before.seat.snapshot, after.seat.snapshot];
  return (
    isSameBill(before, after) &&
    isSameJson(old.payments, now.payments) &&
    newAmong(now.lines ?? [], old.lines ?? []).length > 0
  );
};

const leftOut = (before: TableBill, order: Submitted, after: TableBill): CheckOutcome =>
  failed({
    expected: `another bill than before the order: ${excerpt(before.bill.totals)}`,
    actual: `the same: ${excerpt(after.bill.totals)}`,
    exchanges: [before.exchange, order.exchange, after.exchange],
    cause: 'unpaid orders free once something was prepaid',
  });
