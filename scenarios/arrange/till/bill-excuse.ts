import type { CheckOutcome } from '#schemas';
import type { PosWorld } from '../../context/pos.ts';
import { notExercised } from '../../outcome.ts';
import { type ReadBill, readBill } from './read-results.ts';
import type { TillTraffic } from '#traffic';
import { acceptedOf, type Lifecycle, lifecyclesIn } from '#traffic/laws';
import { excerpt } from '../json-compare.ts';

/** Refusals that say nothing about what was asked. */
const excuses = ['PAYMENT_NOT_ALLOWED', 'FISCAL_ERROR', 'POS_OFFLINE_OR_BUSY'];

export const excuse = (
  { till }: Pick<PosWorld, 'till'>,
  { success, reasonCode }: ReadBill,
): CheckOutcome | undefined => {
  if (success !== false || reasonCode === undefined || !excuses.includes(reasonCode)) return undefined;
  const refused = `the till answered a request for a bill with ${reasonCode}`;
  // More tables are no remedy for what is a matter of the till, and not of the table.
  return reasonCode === 'PAYMENT_NOT_ALLOWED'
    ? notExercised(refused, 'pos.fixtures.tables.open')
    : notExercised(busySince(till.traffic()) ?? refused);
};

export const isBusyBill = ({ success, reasonCode, retryable }: ReadBill): boolean =>
  success === false && reasonCode === 'POS_OFFLINE_OR_BUSY' && retryable !== false;

/** Why there is no bill. The text ranks neither above the other where a table is closed. */
export const noneToPay = ['ORDER_CLOSED', 'NO_OPEN_BILL'];

/** As if the bill of before still waited for its payment; other reasons may be the end of an order that nobody paid. */
export const saysPending = ({ success, reasonCode = '' }: ReadBill): boolean =>
  success === false && ['PAYMENT_NOT_ALLOWED', 'POS_OFFLINE_OR_BUSY'].includes(reasonCode);

/** A table or two may be busy for a while; more, and nothing else, is the till. */
const [leastTimes, leastTables] = [4, 2];

interface Asked {
  readonly tableId: string;
  readonly bill: ReadBill;
  readonly n: number;
}

/**
 * Since when no table has been given a bill, in words, where each of several says that it is busy: a failure that the till calls
 * temporary and that does not pass. What came between it and the last bill is told, since it may be the reason. Undefined otherwise.
 */
export const busySince = (traffic: readonly TillTraffic[]): string | undefined => {
  const lifecycles = lifecyclesIn(traffic);
  const asked = lifecycles.flatMap(askedIn).toSorted((one, other) => one.n - other.n);
  const last = asked.findLastIndex(({ bill }) => bill.success === true);
  const since = asked.slice(last + 1).filter(({ bill }) => bill.reasonCode !== 'ORDER_CHANGED');
  const [first] = since;
  const tables = new Set(since.map(({ tableId }) => tableId)).size;
  if (first === undefined || since.length < leastTimes || tables < leastTables) return undefined;
  if (!since.every(({ bill }) => isBusyBill(bill))) return undefined;
  const billed = asked[last];
  const between = lifecycles.findLast(
    ({ messageKind, deliveries: [delivery] }) =>
      ['BillPaymentCompleted', 'BillPaymentFailed'].includes(messageKind) &&
      (delivery?.n ?? -1) > (billed?.n ?? -1) &&
      (delivery?.n ?? first.n) < first.n,
  );
  const { messageKind, deliveries: [settled] = [] } = between ?? {};
  const when =
    messageKind === undefined ? '' : `since ${messageKind} for the bill ${excerpt(settled?.posBillId ?? 'unknown')}, `;
  return `${when}the till has answered every request for a bill with POS_OFFLINE_OR_BUSY: ${since.length} of them, of ${tables} tables`;
};

const askedIn = (lifecycle: Lifecycle): readonly Asked[] => {
  const [tableId, callback] = [lifecycle.deliveries[0]?.tableId, acceptedOf(lifecycle)];
  if (lifecycle.messageKind !== 'BillPreparationRequested' || tableId === undefined || callback === undefined)
    return [];
  return [{ tableId, bill: readBill(callback.body), n: callback.n }];
};
