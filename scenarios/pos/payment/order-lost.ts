import type { CheckOutcome } from '#schemas';
import type { ReadBill } from '../../arrange/till/read-results.ts';
import { failed, warned } from '../../outcome.ts';

interface Seen {
  readonly exchange: number;
}

/** A bill that waited, what was ordered meanwhile, its payment, and that there is nothing to pay since. */
export interface Lost {
  readonly kind: 'lost';
  readonly waiting: Seen;
  readonly ordered: Seen;
  readonly paid: Seen;
  readonly rest: Seen & { readonly bill: ReadBill };
}

/**
 * Resources › Bill and payment: a payment is for the bill that it names, which was prepared before the order; what is submitted without a
 * payment is paid later. Where that could not be tried twice somebody may have settled it by hand just then.
 */
export const orderLost = ({ waiting, ordered, paid, rest }: Lost, seen: 'once' | 'twice'): CheckOutcome => {
  const finding = {
    message:
      'Something was ordered at a table while a bill of it waited to be paid, and was accepted; since that bill was paid there is nothing to pay any more, so nobody pays for the order. A payment is for what was on its bill.',
    expected: 'a bill for what was ordered meanwhile',
    actual: `success false, reasonCode ${rest.bill.reasonCode ?? 'none'}`,
    pointer: '/reasonCode',
    exchanges: [waiting.exchange, ordered.exchange, paid.exchange, rest.exchange],
    cause: 'an order paid with the bill of before',
  };
  return seen === 'twice' ? failed(finding) : warned(finding, 'somebody may have settled it by hand just then');
};
