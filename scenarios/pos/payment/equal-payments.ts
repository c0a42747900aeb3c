import type { CheckOutcome } from '#schemas';
import { payable } from '../../arrange/till/amounts.ts';
import { excerpt, isSameJson } from '../../arrange/json-compare.ts';
import type { Billed, ReadPayment } from '../../arrange/till/read-results.ts';
import { failed } from '../../outcome.ts';

interface AnsweredPayment {
  readonly kind: 'paid' | 'refused';
  readonly result: ReadPayment;
  readonly exchange: number;
}

/**
 * Resources › Base models: a payment is told by its oaPaymentId. Two guests of a table, or of two tables, may well pay the same amount.
 * `earlier` is the payment of just before for as much, and `again` what came of asking once more for what is paid now.
 */
export const equalPaid = (
  billed: Billed,
  { kind, result, exchange }: AnsweredPayment,
  { earlier, again }: { readonly earlier: AnsweredPayment | undefined; readonly again: Billed | undefined },
):
  | { readonly requirement: 'payment/applied-once' | 'bill/unpaid-lines'; readonly outcome: CheckOutcome }
  | undefined => {
  const exchanges = [earlier?.exchange, billed.exchange, exchange].flatMap((one) => one ?? []);
  if (kind === 'refused')
    return earlier === undefined
      ? undefined
      : {
          requirement: 'payment/applied-once',
          outcome: failed({
            expected: 'success true with a receipt',
            actual: `success false, reasonCode ${result.reasonCode ?? 'none'}`,
            exchanges,
            cause: 'a payment of the same amount refused',
          }),
        };
  const isOwed = (payable(again?.bill.totals)[0]?.money.value ?? 0) > 0;
  if (again?.bill.success !== true || !isOwed || !isSameJson(again.bill.totals, billed.bill.totals)) return undefined;
  return {
    requirement: 'bill/unpaid-lines',
    outcome: failed({
      expected: 'success false, or other totals',
      actual: `success true, totals ${excerpt(again.bill.totals)}`,
      exchanges: [...exchanges, again.exchange],
      cause: 'a paid line billed again',
    }),
  };
};
