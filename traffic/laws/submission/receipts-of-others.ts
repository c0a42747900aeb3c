import type { Finding } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw } from '../define.ts';
import { type Delivery, isAccepted } from '../../ledgers/till/messages.ts';
import { createRepeats } from '../../ledgers/till/repeats.ts';
import { createMemory } from '../../retention/memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { tickOf } from '../../ledgers/till/stamped-tables.ts';

const id = 'submission/snapshot-and-receipt';

/** A receipt that was given for a payment, and when. */
interface Given {
  readonly oaPaymentId: string;
  readonly tableId: string | undefined;
  readonly at: number;
  readonly n: number;
  readonly exchange: number;
}

/**
 * Resources › Base models: a receipt has a number and was issued at a time. One that was given before an order came is not that of the
 * payment of that order. The guests of one table may have one receipt that grows.
 */
export const receiptsOfOthers = definePosLaw({
  id: 'submission/receipts-of-others',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const given = createMemory<Given>(budget);
    const isRepeat = createRepeats(budget);
    const look = (asked: Delivery, { body, at, n, exchange }: TrafficOf<'callback'>): Finding | undefined => {
      const { receiptNumber, issuedAt } = Object(Object(body).receipt);
      const { oaPaymentId, tableId } = asked;
      if (typeof receiptNumber !== 'string' || typeof issuedAt !== 'string' || oaPaymentId === undefined)
        return undefined;
      const key = JSON.stringify([receiptNumber, issuedAt]);
      const before = given.get(key);
      if (before === undefined) given.set(key, { oaPaymentId, tableId, at, n, exchange });
      if (before === undefined || before.oaPaymentId === oaPaymentId || before.n > asked.n) return undefined;
      const isOneTable = tableId !== undefined && before.tableId === tableId;
      // Whoever numbers nothing has the time alone, which is as fine as its clock.
      if (isOneTable || asked.at - before.at <= 2 * tickOf(issuedAt)) return undefined;
      return ofAnother(receiptNumber, before, exchange);
    };
    return {
      see: (seen) =>
        handlings.add(seen).flatMap((handling) => {
          const [asked] = handling.deliveries;
          if (seen.kind !== 'callback' || handling.messageKind !== 'OrderSubmissionRequested') return [];
          if (asked === undefined || isRepeat(handling) || seen.unkept === true || !isAccepted(seen)) return [];
          const finding = look(asked, seen);
          return finding === undefined ? [] : [broken(id, finding)];
        }),
      end: () => [],
    };
  }),
});

const ofAnother = (receiptNumber: string, before: Given, exchange: number): Finding => ({
  message:
    'An order that is paid was answered with a receipt that had been given for the payment of another order before this one came; give each payment its own receipt.',
  expected: 'a receipt issued for this payment',
  actual: `receipt ${JSON.stringify(receiptNumber)}, given for ${before.oaPaymentId} before`,
  pointer: '/receipt',
  exchanges: [before.exchange, exchange],
  cause: 'the receipt of another payment',
});
