import { type Finding, type Judgement, parseTimestamp } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import { shortened } from '../../retention/shortened.ts';
import { broken, definePosLaw, warned } from '../define.ts';
import type { Handling } from '../deliveries/handlings.ts';
import { createRepeats } from '../deliveries/repeats.ts';
import { createMemory } from '../memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { createBillTables } from './bill-tables.ts';
import { createBusyAfterFailure } from './busy-after-failure.ts';
import { isChangedByHand } from './changed-by-hand.ts';
import { lineIdOf } from './line-id.ts';

const id = 'payment/failed-releases-bill';

/** An open table, as it was shown last. */
interface Shown {
  readonly ids: readonly string[];
  readonly lines: readonly string[];
  readonly payments: string;
  readonly totals: string;
  readonly updatedAtMs: number | undefined;
  readonly n: number;
  readonly at: number;
  readonly exchange: number;
}

/** Lines were gone once a payment had failed. */
interface Less {
  /** How many lines there were and are. */
  readonly lines: readonly [number, number];
  readonly at: number;
  readonly exchanges: readonly [number, number];
  /** The identifier of one that is gone. */
  readonly gone: string;
}

/** So long the event of a change may take that does not say which line it is about. */
const toldWithinMs = 2_000;
/** In so short a time a waiter hardly moves a line of that very table, and not twice. */
const shortMs = 2_000;
const [mostKept, longestId] = [20, 200];

/**
 * Resources › Bill and payment: after BillPaymentFailed the till releases what was prepared, and nothing else comes off the table. Of
 * a line that is cancelled otherwise a till that pushes such changes says so. What a waiter moves to another table need not be pushed,
 * which may happen with one failure by chance.
 */
export const lessAfterFailure = definePosLaw({
  id: 'table/less-after-failure',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const tables = createMemory<Shown>(budget);
    const failedAt = createMemory<number>(budget);
    const bills = createBillTables(budget);
    const busy = createBusyAfterFailure(budget, bills);
    let candidates: readonly Less[] = [];
    const orderedAt = createMemory<number>(budget);
    let [isPushed, changedAt, settledAt] = [false, Number.NEGATIVE_INFINITY, -1];
    const isRepeat = createRepeats(budget);
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
      const gone = before.ids.find((one) => !now.ids.includes(one));
      if (gone === undefined || gone.length > longestId || !isLess(before, now)) return;
      const settled = Math.max(settledAt, orderedAt.get(tableId) ?? -1);
      if (changedAt >= before.at || settled > before.n || now.at - before.at > shortMs) return;
      candidates = [...candidates, lessOf(before, now, gone)].slice(-mostKept);
    };
    return {
      see(seen) {
        if (isChangedByHand(seen)) {
          isPushed ||= isCancelled(seen);
          candidates = candidates.filter(({ at, gone }) => seen.at - at > toldWithinMs && !mayName(seen, gone));
          changedAt = seen.at;
        }
        const told: Judgement[] = [];
        for (const handling of handlings.add(seen)) {
          bills.see(handling, seen);
          const stillBusy = busy.see(handling, seen);
          if (stillBusy) told.push(broken(id, stillBusy));
          const { messageKind, deliveries } = handling;
          const billed = bills.of(deliveries[0]?.posBillId);
          if (messageKind === 'BillPaymentFailed' && seen.kind === 'receive' && billed !== undefined)
            failedAt.set(billed.tableId, seen.n);
          // What is paid may come off the table, and an order that is rejected as well; one at another table takes nothing off this one.
          const [orderedFor, isOrder] = [deliveries[0]?.tableId, messageKind === 'OrderSubmissionRequested'];
          if (isOrder && orderedFor !== undefined) orderedAt.set(orderedFor, seen.n);
          else if (isOrder || messageKind === 'BillPaymentCompleted') settledAt = seen.n;
          if (messageKind === 'TableOrderSnapshotRequested' && seen.kind === 'callback') look(handling, seen);
        }
        return told;
      },
      end(now) {
        const [first, second] = candidates.filter(({ at }) => now - at > toldWithinMs);
        const stillBusy = busy.end();
        const told = stillBusy ? [warned(id, stillBusy)] : [];
        if (!isPushed || first === undefined) return told;
        return [...told, second === undefined ? warned(id, goneLines(first)) : broken(id, goneLines(first))];
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

const lessOf = (before: Shown, now: Shown, gone: string): Less => ({
  lines: [before.lines.length, now.lines.length],
  at: now.at,
  exchanges: [before.exchange, now.exchange],
  gone,
});

const goneLines = ({ lines: [before, now], exchanges }: Less): Finding => ({
  message:
    'After BillPaymentFailed a table shows fewer lines, and no event said that one was cancelled; a payment that failed changes nothing of what was ordered.',
  expected: `${before} lines, as before the failure`,
  actual: `${now} of them, and other totals`,
  pointer: '/tableOrderSnapshot/lines',
  exchanges,
  cause: 'lines are gone after a failed payment',
});
