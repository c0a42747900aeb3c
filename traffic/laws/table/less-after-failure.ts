import { type Finding, type Judgement, parseTimestamp } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import { shortened } from '../../retention/shortened.ts';
import { byChance } from '../by-chance.ts';
import { broken, definePosLaw, warned } from '../define.ts';
import type { Handling } from '../../ledgers/till/messages.ts';
import { createRepeats } from '../../ledgers/till/repeats.ts';
import { createMemory } from '../../retention/memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { createBillTables } from '../../ledgers/till/bill-tables.ts';
import { createBusyAfterFailure } from './busy-after-failure.ts';
import { isChangedByHand } from '../../ledgers/till/changed-by-hand.ts';
import { lineIdOf } from '../../ledgers/till/line-id.ts';
import { namesAnother } from '../../ledgers/till/names-another.ts';
import { createNothingAfterFailure } from './nothing-after-failure.ts';
import { paymentIdsIn } from '../../ledgers/till/payment-ids.ts';

const id = 'payment/failed-releases-bill';

/** An open table, as it was shown last. */
interface Shown {
  readonly ids: readonly string[];
  readonly lines: readonly string[];
  readonly payments: string;
  /** The ids of payments that it shows. */
  readonly paid: readonly string[];
  readonly totals: string;
  readonly updatedAtMs: number | undefined;
  readonly n: number;
  readonly at: number;
  readonly exchange: number;
}

/** Something was gone once a payment had failed. */
interface Less {
  readonly what: 'lines' | 'payments';
  readonly tableId: string;
  readonly at: number;
  /** The identifier of one that is gone. */
  readonly gone: string;
  readonly finding: Finding;
}

/** So long the event of a change may take that does not say which line it is about. */
const toldWithinMs = 2_000;
/** In so short a time a waiter hardly moves a line of that very table, and not twice. */
const shortMs = 2_000;
const [mostKept, longestId] = [20, 200];

/**
 * Resources › Bill and payment: after BillPaymentFailed the till releases what was prepared, and nothing else comes off the table. Of
 * a line that is cancelled otherwise a till that pushes such changes says so. What a waiter moves to another table, or a payment that is
 * undone, need not be pushed, which may happen with one failure by chance.
 */
export const lessAfterFailure = definePosLaw({
  id: 'table/less-after-failure',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const tables = createMemory<Shown>(budget);
    const failedAt = createMemory<number>(budget);
    const bills = createBillTables(budget);
    const busy = createBusyAfterFailure(budget, bills);
    /** Payments that were made; what only waits for one has an identifier as well. */
    const made = createMemory<true>(budget);
    const nothing = createNothingAfterFailure(budget, bills);
    let candidates: readonly Less[] = [];
    const orderedAt = createMemory<number>(budget);
    let [isPushed, changedAt, settledAt] = [false, Number.NEGATIVE_INFINITY, -1];
    const isRepeat = createRepeats(budget);
    /** Lines may go from one table to another, of which the event may name that one alone. */
    const isOther = (seen: TillTraffic, { what, tableId }: Less): boolean =>
      what === 'payments' && seen.kind === 'event' && namesAnother(seen, tableId, tables.has);
    const look = (handling: Handling, seen: TrafficOf<'callback'>): void => {
      if (isRepeat(handling)) return;
      const [delivery] = handling.deliveries;
      const tableId = delivery?.tableId ?? '';
      const [before, now] = [tables.get(tableId), seen.unkept === true ? undefined : shownIn(tableId, seen)];
      // As it was before it was shown last: what is not there had not been ordered yet.
      if (before !== undefined && now !== undefined && isOlder(now, before)) return;
      if (now === undefined) tables.delete(tableId);
      else tables.set(tableId, now);
      const failed = failedAt.get(tableId) ?? -1;
      if (before === undefined || now === undefined || before.n > failed || (delivery?.n ?? -1) < failed) return;
      if (changedAt >= before.at || settledAt > before.n || now.at - before.at > shortMs) return;
      // An order that is rejected may take lines off the table, but what was paid there stays paid.
      const isOrdered = (orderedAt.get(tableId) ?? -1) > before.n;
      const less = (isOrdered ? undefined : linesLess(before, now)) ?? paymentsLess(before, now, made.has);
      if (less !== undefined) candidates = [...candidates, { ...less, tableId }].slice(-mostKept);
    };
    return {
      see(seen) {
        if (isChangedByHand(seen)) {
          isPushed ||= isCancelled(seen);
          candidates = candidates.filter(
            (one) => (seen.at - one.at > toldWithinMs || isOther(seen, one)) && !mayName(seen, one.gone),
          );
          changedAt = seen.at;
        }
        const told: Judgement[] = [];
        for (const handling of handlings.add(seen)) {
          bills.see(handling, seen);
          const stillBusy = busy.see(handling, seen);
          if (stillBusy) told.push(broken(id, stillBusy));
          told.push(...[nothing(handling, seen)].flatMap((one) => one ?? []));
          const { messageKind, deliveries } = handling;
          const { oaPaymentId } = deliveries[0] ?? {};
          if (oaPaymentId !== undefined) made.set(oaPaymentId, true);
          const billed = bills.of(deliveries[0]?.posBillId);
          if (messageKind === 'BillPaymentFailed' && seen.kind === 'receive' && billed !== undefined)
            failedAt.set(billed.tableId, seen.n);
          // What is paid may come off the table; an order at another table takes nothing off this one.
          const [orderedFor, isOrder] = [deliveries[0]?.tableId, messageKind === 'OrderSubmissionRequested'];
          if (isOrder && orderedFor !== undefined) orderedAt.set(orderedFor, seen.n);
          else if (isOrder || messageKind === 'BillPaymentCompleted') settledAt = seen.n;
          if (messageKind === 'TableOrderSnapshotRequested' && seen.kind === 'callback') look(handling, seen);
        }
        return told;
      },
      end(now) {
        const stillBusy = busy.end();
        const less = (['lines', 'payments'] as const).flatMap((what) => {
          if (what === 'lines' && !isPushed) return [];
          const all = candidates.filter((one) => one.what === what);
          const untold = all.filter((one) => now - one.at > toldWithinMs);
          // Who does not tell of the first payment that is gone hardly tells of the next.
          return byChance(id, what === 'payments' && untold.length > 0 ? all : untold);
        });
        return [...(stillBusy ? [warned(id, stillBusy, 'somebody may be at work at that one table')] : []), ...less];
      },
    };
  }),
});

/** Of an event whose body was not kept nobody knows. */
const mayName = (seen: TillTraffic, gone: string): boolean =>
  seen.kind !== 'event' || seen.unkept === true || String(JSON.stringify(seen.body)).includes(gone);

const isOlder = ({ updatedAtMs: one }: Shown, { updatedAtMs: other }: Shown): boolean =>
  one !== undefined && other !== undefined && one < other;

const isCancelled = (seen: TillTraffic): boolean =>
  seen.kind === 'event' && Object(seen.body).changeType === 'LINE_CANCELLED';

const shownIn = (tableId: string, { body, n, at, exchange }: TrafficOf<'callback'>): Shown | undefined => {
  const { lines, payments, totals, ...snapshot } = Object(Object(body).tableOrderSnapshot);
  if (snapshot.tableId !== tableId || snapshot.status !== 'OPEN' || !Array.isArray(lines)) return undefined;
  const texts = lines.map((line: unknown) => shortened(JSON.stringify(line)));
  return {
    ids: lines.flatMap((line: unknown) => lineIdOf(line) ?? []),
    lines: texts,
    payments: shortened(String(JSON.stringify(payments))),
    paid: paymentIdsIn(payments),
    totals: shortened(String(JSON.stringify(totals))),
    updatedAtMs: parseTimestamp(String(snapshot.updatedAt))?.epochMs,
    n,
    at,
    exchange,
  };
};

/** Lines that merge leave the totals as they were, and change one of the lines. */
const isLess = (before: Shown, now: Shown): boolean =>
  now.lines.length > 0 &&
  now.lines.length < before.lines.length &&
  now.lines.every((line) => before.lines.includes(line)) &&
  now.payments === before.payments &&
  now.totals !== before.totals;

const linesLess = (before: Shown, now: Shown): Omit<Less, 'tableId'> | undefined => {
  const gone = before.ids.find((one) => !now.ids.includes(one));
  if (gone === undefined || gone.length > longestId || !isLess(before, now)) return undefined;
  return { what: 'lines', at: now.at, gone, finding: goneLines(before, now) };
};

/** All that stands on the table still stands there, and none of the payments is another. */
const paymentsLess = (
  before: Shown,
  now: Shown,
  isMade: (one: string) => boolean,
): Omit<Less, 'tableId'> | undefined => {
  const gone = before.paid.find((one) => isMade(one) && !now.paid.includes(one));
  const isSame =
    before.ids.length === before.lines.length &&
    before.ids.every((one) => now.ids.includes(one)) &&
    now.paid.every((one) => before.paid.includes(one));
  if (gone === undefined || !isSame) return undefined;
  return { what: 'payments', at: now.at, gone, finding: gonePayment(before, now, gone) };
};

const goneLines = (before: Shown, now: Shown): Finding => ({
  message:
    'After BillPaymentFailed a table shows fewer lines, and no event said that one was cancelled; a payment that failed changes nothing of what was ordered.',
  expected: `${before.lines.length} lines, as before the failure`,
  actual: `${now.lines.length} of them, and other totals`,
  pointer: '/tableOrderSnapshot/lines',
  exchanges: [before.exchange, now.exchange],
  cause: 'lines are gone after a failed payment',
});

const gonePayment = (before: Shown, now: Shown, gone: string): Finding => ({
  message:
    'After BillPaymentFailed another payment is gone from the table, on which the same lines stand; only what was prepared for the payment that failed is released.',
  expected: `${gone} in the payments, as before the failure`,
  actual: `${now.paid.length} of ${before.paid.length} payments`,
  pointer: '/tableOrderSnapshot/payments',
  exchanges: [before.exchange, now.exchange],
  cause: 'a payment is gone after one that failed',
});
