import type { CheckOutcome } from '#schemas';
import { payable } from '../../arrange/till/amounts.ts';
import { excerpt, sameElements } from '../../arrange/json-compare.ts';
import type { ReadBill, ReadSnapshot } from '../../arrange/till/read-results.ts';
import { failed, warned } from '../../outcome.ts';

/** A bill, and its table as it was just before. */
export interface BillAtTable {
  readonly bill: ReadBill;
  readonly exchange: number;
  readonly seat: { readonly tableId: string; readonly snapshot: ReadSnapshot; readonly exchange: number };
}

/**
 * What a till still counts of a payment that failed: BillPaymentFailed releases every prepared or payment-pending state,
 * so a table nobody touched meanwhile owes what it did. Undefined when it does, or when nothing can be told.
 */
export const notReleased = (first: BillAtTable, again: BillAtTable): CheckOutcome | undefined => {
  const [before, after] = [first.seat.snapshot, again.seat.snapshot];
  const exchanges = [first.exchange, again.seat.exchange, again.exchange];
  if (before.payments && after.payments && after.payments.length > before.payments.length)
    // What stands in them is not finalised, so that one may be noted as failed.
    return warned(
      {
        message: 'A payment that failed stands among the payments of its table; nobody has paid.',
        expected: `payments ${excerpt(before.payments)}, as before`,
        actual: `payments ${excerpt(after.payments)}`,
        pointer: '/tableOrderSnapshot/payments',
        exchanges,
        cause: 'a failed payment booked',
      },
      'what stands in payments is not finalised, so that it may be noted as one that failed',
    );
  if (before.lines === undefined || after.lines === undefined || !sameElements(before.lines, after.lines))
    return undefined;
  const [owed, owes] = [payable(first.bill.totals)[0], payable(again.bill.totals)[0]];
  if (owed === undefined || owes === undefined || owes.path !== owed.path || owes.money.value >= owed.money.value)
    return undefined;
  return failed({
    message:
      'After BillPaymentFailed the bill of an unchanged table is smaller than before; release what was prepared, so that all of it can be paid.',
    expected: `totals ${excerpt(first.bill.totals)}, as before`,
    actual: `totals ${excerpt(again.bill.totals)}`,
    pointer: '/bill/totals',
    exchanges,
    cause: 'a smaller bill after a failed payment',
  });
};
