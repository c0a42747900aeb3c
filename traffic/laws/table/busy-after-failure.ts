import type { Finding } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createRepeats } from '../../ledgers/till/repeats.ts';
import { createMemory } from '../../retention/memory.ts';
import { preparedIn } from '../../ledgers/till/prepared-bill.ts';
import type { BillTables } from '../../ledgers/till/bill-tables.ts';
import { createWaitingBills } from './waiting-bills.ts';

/** All that a table that was given a bill has said since the payment of the last one failed. */
interface Table {
  readonly tableId: string;
  /** When the failure of the last one was taken off the queue; undefined while one waits, and once one was paid. */
  readonly failed?: { readonly n: number; readonly exchange: number };
  readonly busy?: Busy;
}

/** It was asked for a bill again and again, and each time a temporary failure was all there was. */
interface Busy {
  readonly times: number;
  readonly firstN: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly exchange: number;
}

/** A waiter who is at a table, or a printer out of paper, may keep its bill for a while. */
const [leastTimes, leastMs] = [6, 10_000];

/**
 * Resources › Bill and payment: after BillPaymentFailed the till releases any prepared or payment-pending state. POS_OFFLINE_OR_BUSY is a
 * temporary failure: a table that has no other answer from the failure on, while others are given bills, has its bill still. One such
 * table somebody may be working at. Where tables are busy that never had a bill, or are given one in the end, it is something else.
 */
export const createBusyAfterFailure = (budget: ByteBudget, bills: BillTables) => {
  const tables = createMemory<Table>(budget);
  const waiting = createWaitingBills(budget, (posBillId) => bills.of(posBillId)?.tableId);
  const isRepeat = createRepeats(budget);
  let [isPassing, isTold, givenN] = [false, false, -1];
  /** None, as long as no other table was given a bill meanwhile. */
  const locked = (): readonly Table[] => {
    if (isPassing || isTold || tables.hasForgotten() || waiting.hasForgotten()) return [];
    const kept = [...tables.values()].filter(isKept);
    return kept.some(({ busy }) => busy !== undefined && busy.firstN < givenN) ? kept : [];
  };
  const settled = (posBillId: string | undefined, failed: Table['failed']): void => {
    const bill = waiting.settled(posBillId);
    if (bill === undefined) return;
    const { tableId, isLast } = bill;
    tables.set(tableId, { tableId, ...(isLast && failed !== undefined && { failed }) });
  };
  const refused = (table: Table, asked: number, { n, at, exchange }: TrafficOf<'callback'>): void => {
    if (table.failed === undefined || asked < table.failed.n) return;
    const { times = 0, firstN = n, firstAt = at } = table.busy ?? {};
    tables.set(table.tableId, { ...table, busy: { times: times + 1, firstN, firstAt, lastAt: at, exchange } });
  };
  const answered = ({ deliveries: [asked] }: Handling, seen: TrafficOf<'callback'>): Finding | undefined => {
    const [tableId, posBillId] = [asked?.tableId, preparedIn(seen.body)];
    if (asked === undefined || tableId === undefined) return undefined;
    const table = tables.get(tableId);
    if (posBillId !== undefined) {
      isPassing ||= table?.busy !== undefined;
      givenN = seen.n;
      waiting.prepared(tableId, posBillId);
      tables.set(tableId, { tableId });
      return undefined;
    }
    const { success, reasonCode, retryable } = Object(seen.body);
    // A till may look first whether the order has changed.
    if (reasonCode === 'ORDER_CHANGED') return undefined;
    if (success !== false || reasonCode !== 'POS_OFFLINE_OR_BUSY' || retryable === false) {
      tables.delete(tableId);
      waiting.forget(tableId);
      return undefined;
    }
    if (table === undefined) isPassing = true;
    else refused(table, asked.n, seen);
    const now = tables.get(tableId);
    const [one, other] = now !== undefined && isKept(now) ? locked() : [];
    if (one === undefined || other === undefined) return undefined;
    isTold = true;
    return stillBusy(one);
  };
  return {
    see(handling: Handling, seen: TillTraffic): Finding | undefined {
      const { messageKind, deliveries } = handling;
      const { posBillId, exchange = seen.exchange } = deliveries[0] ?? {};
      if (messageKind === 'BillPaymentCompleted') settled(posBillId, undefined);
      if (messageKind === 'BillPaymentFailed' && seen.kind === 'delete' && seen.outcome === 'deleted')
        settled(posBillId, { n: seen.n, exchange });
      if (messageKind !== 'BillPreparationRequested' || seen.kind !== 'callback' || seen.unkept === true)
        return undefined;
      return isRepeat(handling) || !isAccepted(seen) ? undefined : answered(handling, seen);
    },
    /** One table that had no other answer to the end. */
    end(): Finding | undefined {
      const [one] = locked();
      return one && stillBusy(one);
    },
  };
};

const isKept = ({ busy }: Table): boolean =>
  busy !== undefined && busy.times >= leastTimes && busy.lastAt - busy.firstAt >= leastMs;

const stillBusy = ({ tableId, failed, busy }: Table): Finding => ({
  message:
    'Since BillPaymentFailed every request for a bill of a table is refused as if the till were busy for the moment, while other tables are given theirs; release what was prepared each time a payment fails.',
  expected: `a bill of ${JSON.stringify(tableId)}, as before the failure`,
  actual: `POS_OFFLINE_OR_BUSY ${busy?.times ?? 0} times, over ${Math.round(((busy?.lastAt ?? 0) - (busy?.firstAt ?? 0)) / 1000)} s`,
  pointer: '/reasonCode',
  exchanges: [failed?.exchange, busy?.exchange].flatMap((exchange) => exchange ?? []),
  cause: 'busy since a payment failed',
});
