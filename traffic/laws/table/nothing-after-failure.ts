import type { Finding, Judgement } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { shortened } from '../../retention/shortened.ts';
import { createByChance } from '../by-chance.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createRepeats } from '../../ledgers/till/repeats.ts';
import { createMemory } from '../../retention/memory.ts';
import { preparedIn } from '../../ledgers/till/prepared-bill.ts';
import type { BillTables } from '../../ledgers/till/bill-tables.ts';
import { snapshotIn } from '../../ledgers/till/shown-lines.ts';
import { tickOf } from '../../ledgers/till/stamped-tables.ts';
import { createWaitingBills } from './waiting-bills.ts';

const id = 'payment/failed-releases-bill';

/** An open table, as it was shown. */
interface Shown {
  readonly updatedAt: string;
  /** When it was first shown with this updatedAt. */
  readonly since: number;
  readonly lines: number;
  readonly payments: string;
  readonly exchange: number;
}

interface Table {
  readonly shown?: Shown;
  /** The payment of the last bill failed, and what the table was shown like before. */
  readonly failed?: { readonly n: number; readonly exchange: number; readonly before: Shown };
  /** It has nothing to pay since. */
  readonly refused?: { readonly n: number; readonly exchange: number };
}

/**
 * Resources › Bill and payment: after BillPaymentFailed the till releases any prepared or payment-pending state. A table that had a bill
 * then, and no other that waits, has nothing to pay any more, though its updatedAt says that nobody changed it since, none of its
 * payments is new, and it is open. Of one table somebody may know why.
 */
export const createNothingAfterFailure = (budget: ByteBudget, bills: BillTables) => {
  const tables = createMemory<Table>(budget);
  const waiting = createWaitingBills(budget, (posBillId) => bills.of(posBillId)?.tableId);
  const isRepeat = createRepeats(budget);
  const told = new Set<string>();
  const judge = createByChance(id);
  const tableOf = (tableId: string): Table => tables.get(tableId) ?? {};
  const settled = (
    posBillId: string | undefined,
    failed: { readonly n: number; readonly at: number } | undefined,
    exchange: number,
  ) => {
    const bill = waiting.settled(posBillId);
    if (bill === undefined) return;
    const { tableId, isLast } = bill;
    const { shown } = tableOf(tableId);
    const isLater =
      failed !== undefined && shown !== undefined && failed.at - shown.since > 2 * tickOf(shown.updatedAt);
    tables.set(tableId, {
      ...(shown !== undefined && { shown }),
      ...(isLater && isLast && { failed: { n: failed.n, exchange, before: shown } }),
    });
  };
  const billed = ({ deliveries: [asked] }: Handling, seen: TrafficOf<'callback'>): void => {
    const tableId = asked?.tableId;
    if (asked === undefined || tableId === undefined) return;
    const { shown, failed } = tableOf(tableId);
    const prepared = preparedIn(seen.body);
    const kept = shown === undefined ? {} : { shown };
    if (prepared !== undefined) {
      waiting.prepared(tableId, prepared);
      tables.set(tableId, kept);
    } else if (
      failed !== undefined &&
      asked.n > failed.n &&
      // Whoever gives no bill without a checkpoint is told so elsewhere.
      asked.wholeBill?.checkpoint !== undefined &&
      Object(seen.body).reasonCode === 'NO_OPEN_BILL'
    )
      tables.set(tableId, { ...kept, failed, refused: { n: asked.n, exchange: seen.exchange } });
  };
  const looked = (handling: Handling, seen: TrafficOf<'callback'>): Judgement | undefined => {
    const [asked] = handling.deliveries;
    const tableId = asked?.tableId;
    if (asked === undefined || tableId === undefined) return undefined;
    const table = tableOf(tableId);
    const { updatedAt, lines, payments, status, tableId: own } = Object(snapshotIn(handling, seen)?.snapshot);
    const { shown: last, failed, refused } = table;
    if (own !== tableId || status !== 'OPEN' || typeof updatedAt !== 'string' || !Array.isArray(lines)) {
      tables.set(tableId, {});
      return undefined;
    }
    const shown = {
      updatedAt,
      since: last?.updatedAt === updatedAt ? last.since : seen.at,
      lines: lines.length,
      payments: shortened(String(JSON.stringify(payments))),
      exchange: seen.exchange,
    };
    tables.set(tableId, { ...table, shown });
    if (failed === undefined || refused === undefined || asked.n < refused.n || told.has(tableId)) return undefined;
    const { before } = failed;
    const isSame = before.updatedAt === updatedAt && before.lines === shown.lines && before.payments === shown.payments;
    if (!isSame || shown.lines === 0 || tables.hasForgotten() || waiting.hasForgotten() || told.size > 1)
      return undefined;
    told.add(tableId);
    return judge(nothingToPay(tableId, [failed.exchange, refused.exchange, seen.exchange]));
  };
  return (handling: Handling, seen: TillTraffic): Judgement | undefined => {
    const { messageKind, deliveries } = handling;
    const { posBillId, exchange = seen.exchange, at = seen.at } = deliveries[0] ?? {};
    if (messageKind === 'BillPaymentCompleted') settled(posBillId, undefined, exchange);
    if (messageKind === 'BillPaymentFailed' && seen.kind === 'delete' && seen.outcome === 'deleted')
      settled(posBillId, { n: seen.n, at }, exchange);
    if (seen.kind !== 'callback' || seen.unkept === true || !isAccepted(seen)) return undefined;
    if (!['BillPreparationRequested', 'TableOrderSnapshotRequested'].includes(messageKind) || isRepeat(handling))
      return undefined;
    if (messageKind === 'TableOrderSnapshotRequested') return looked(handling, seen);
    billed(handling, seen);
    return undefined;
  };
};

const nothingToPay = (tableId: string, exchanges: readonly number[]): Finding => ({
  message:
    'Once the payment of a bill failed its table has nothing to pay any more, though nobody paid and nothing changed there; release what was prepared each time a payment fails.',
  expected: `a bill of ${JSON.stringify(tableId)}, as before the failure`,
  actual: 'NO_OPEN_BILL, with the lines, payments and updatedAt of before',
  pointer: '/reasonCode',
  exchanges,
  cause: 'nothing to pay since a payment failed',
});
