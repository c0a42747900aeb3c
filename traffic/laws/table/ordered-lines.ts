import type { Finding, Judgement } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import { byChance } from '../by-chance.ts';
import { definePosLaw } from '../define.ts';
import { acceptedOf, type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createRetries } from '../../ledgers/till/repeats.ts';
import { createMemory } from '../../retention/memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { isChangedByHand } from '../../ledgers/till/changed-by-hand.ts';
import { cameBack, goneBeside, goneLines, goneWithRejected, isLess, without } from './lost-lines.ts';
import { namesAnother } from '../../ledgers/till/names-another.ts';
import { createOrderActivity } from '../../ledgers/till/order-activity.ts';
import { type PricedLine, type PricedTable, pricedTableIn } from '../../ledgers/till/priced-table.ts';
import { snapshotIn } from '../../ledgers/till/shown-lines.ts';

const id = 'table/lines-follow-orders';

/** What nobody at the table did, unless an event of it follows. */
interface Candidate {
  readonly what: 'gone' | 'back';
  readonly tableId: string;
  readonly lineId: string;
  readonly at: number;
  /** The table was not changed by anybody since, so that no event is about that. */
  readonly isUnmoved: boolean;
  readonly finding: Finding;
}

interface OrderedLine {
  readonly lineId: string;
  readonly order: string;
}

/** An order that was rejected, and the place of its result in the traffic. */
interface Rejected {
  readonly messageId: string;
  readonly n: number;
}

interface ByHand {
  readonly n: number;
  readonly formerN: number;
  /** What its event says of a line that was cancelled. */
  readonly text: string | undefined;
}

/** So long the event of a change may take that does not say which line it is about. */
const toldWithinMs = 2_000;
/** In so short a time a waiter hardly moves a line of that very table, or brings one back, and not twice. */
const shortMs = 2_000;
/** And one that names the line, which may have been refused and is sent again, hardly comes after that. */
const namedWithinMs = 30_000;
const [mostKept, longestDiff] = [20, 10_000];

/**
 * Resources › Table ordering: what was accepted stands on its table, and an order brings there what was ordered. Of a line that is
 * cancelled otherwise, and of one that is added, a till that pushes such changes says so. What a waiter moves need not be pushed, which
 * may happen right after an order by chance.
 */
export const orderedLines = definePosLaw({
  id: 'table/ordered-lines',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const tables = createMemory<PricedTable>(budget);
    /** The lines that accepted orders brought to a table. */
    const ordered = createMemory<readonly OrderedLine[]>(budget);
    const lost = createMemory<readonly PricedLine[]>(budget);
    /** How many lines orders of the same came to. */
    const usual = createMemory<number>(budget);
    const [activity, isRetry] = [createOrderActivity(budget), createRetries(budget)];
    /** The last order of a table, where it was rejected. */
    const rejected = createMemory<Rejected>(budget);
    let candidates: readonly Candidate[] = [];
    let cancelled: readonly string[] = [];
    let [byHandAt, paidAt] = [-1, -1];
    /** The last thing that somebody did at the till, and the place of what was done there before. */
    let byHand: ByHand = { n: -1, formerN: -1, text: undefined };
    const keep = (candidate: Candidate): void => {
      candidates = [...candidates, candidate].slice(-mostKept);
    };
    const push = (seen: TrafficOf<'event'>): void => {
      byHand = { n: seen.n, formerN: byHandAt, text: undefined };
      byHandAt = seen.n;
      const isOther = (tableId: string): boolean => namesAnother(seen, tableId, tables.has);
      candidates = candidates.filter(
        (one) =>
          (one.isUnmoved || seen.at - one.at > toldWithinMs || isOther(one.tableId)) && !mayName(seen, one.lineId),
      );
      const { changeType, diff } = Object(seen.body);
      const text = String(JSON.stringify(diff));
      if (changeType !== 'LINE_CANCELLED' || !isAccepted(seen) || text.length >= longestDiff) return;
      cancelled = [...cancelled, text].slice(-mostKept);
      byHand = { ...byHand, text };
    };
    const isUndisturbed = (before: PricedTable, now: PricedTable): boolean =>
      Math.max(byHandAt, paidAt) < before.saidN &&
      now.at - before.at <= shortMs &&
      now.updatedAtMs > before.updatedAtMs;
    const looked = (tableId: string, asked: number, now: PricedTable): void => {
      const before = tables.get(tableId);
      if (before === undefined || before.n > asked) return;
      const isRejected = isRejectedSince(tableId, before.n);
      if (activity.last(tableId) > before.n && !isRejected) return;
      const gone = without(before.lines, now.lines);
      const own = ordered.get(tableId) ?? [];
      const [first] = gone.filter(({ lineId }) => own.some((one) => one.lineId === lineId));
      if (gone.length > 0) lost.set(tableId, [...(lost.get(tableId) ?? []), ...gone].slice(-mostKept));
      if (first === undefined || !isLess(before, now)) return;
      const other = besideCancelled(before, now, gone, own);
      if (other !== undefined)
        keep({
          what: 'gone',
          tableId,
          lineId: other,
          at: now.at,
          isUnmoved: false,
          finding: goneBeside(before, now, other),
        });
      const isStill = isUnmoved(before, now);
      if (!isStill && !isUndisturbed(before, now)) return;
      keep({
        what: 'gone',
        tableId,
        lineId: first.lineId,
        at: now.at,
        isUnmoved: isStill,
        finding: (isRejected ? goneWithRejected : goneLines)(before, now, first.lineId),
      });
    };
    /** All that was ordered there since, and it was done before whatever was asked last. */
    const isRejectedSince = (tableId: string, n: number): boolean => {
      const order = rejected.get(tableId);
      if (order === undefined || order.n < n) return false;
      return activity.last(tableId) === order.n && activity.other(tableId, order.messageId) <= n;
    };
    /** One was cancelled, and the event of it names that. What belongs to it came with the same order. */
    const besideCancelled = (
      before: PricedTable,
      now: PricedTable,
      gone: readonly PricedLine[],
      own: readonly OrderedLine[],
    ): string | undefined => {
      const { n, formerN, text } = byHand;
      if (text === undefined || n < before.n || Math.max(formerN, paidAt) > before.saidN) return undefined;
      if (now.at - before.at > shortMs) return undefined;
      const isNamed = ({ lineId }: PricedLine): boolean => text.includes(JSON.stringify(lineId));
      const orderOf = (lineId: string) => own.find((one) => one.lineId === lineId)?.order;
      const named = gone.filter(isNamed);
      const orders = new Set(named.map(({ lineId }) => orderOf(lineId)));
      const other = gone.find((one) => !isNamed(one) && orderOf(one.lineId) && !orders.has(orderOf(one.lineId)));
      return named.length === 1 ? other?.lineId : undefined;
    };
    /** Nobody changed the table since, says its updatedAt, so that no waiter moved a line meanwhile. Whole seconds say less. */
    const isUnmoved = (before: PricedTable, now: PricedTable): boolean =>
      Math.max(byHandAt, paidAt) < before.saidN &&
      now.updatedAtMs === before.updatedAtMs &&
      now.updatedAtMs % 1_000 !== 0;
    const tookOrder = ({ messageId, deliveries: [asked] }: Handling, now: PricedTable): void => {
      const { tableId = '', n = -1, ordered: order } = asked ?? {};
      const before = tables.get(tableId);
      if (order === undefined || before === undefined || before.n > n) return;
      if (activity.other(tableId, messageId) > before.n) return;
      const more = without(now.lines, before.lines);
      ordered.set(
        tableId,
        [...(ordered.get(tableId) ?? []), ...more.map(({ lineId }) => ({ lineId, order: messageId }))].slice(-mostKept),
      );
      const back = more.filter((line) => isCancelled(line, tableId));
      const [first] = back;
      if (first === undefined) return usual.set(order.items, more.length);
      const cost = more.reduce((sum, line) => sum + line.cost, 0);
      const isSo =
        first.cost > 0 &&
        more.length > back.length &&
        usual.get(order.items) === more.length - back.length &&
        now.total - before.total === cost;
      if (isSo && isUndisturbed(before, now))
        keep({
          what: 'back',
          tableId,
          lineId: first.lineId,
          at: now.at,
          isUnmoved: false,
          finding: cameBack(before, now, first.lineId),
        });
    };
    const isCancelled = (line: PricedLine, tableId: string): boolean =>
      cancelled.some((text) => text.includes(JSON.stringify(line.lineId))) &&
      lost.get(tableId)?.some(({ lineId, text }) => lineId === line.lineId && text === line.text) === true;
    const learn = (handling: Handling, seen: TrafficOf<'callback'>): void => {
      const { messageKind, deliveries, callbacks } = handling;
      const tableId = deliveries[0]?.tableId;
      const snapshot = snapshotIn(handling, seen)?.snapshot;
      const isOrder = messageKind === 'OrderSubmissionRequested';
      // An order is on its table once its result was taken, however often that was sent.
      const isFirst = isOrder ? acceptedOf(handling) === seen : deliveries.length + callbacks.length === 2;
      if (tableId === undefined || snapshot === undefined || isRetry(handling) || !isFirst || !isAccepted(seen)) return;
      if (isOrder && isWhollyRejected(seen)) rejected.set(tableId, { messageId: handling.messageId, n: seen.n });
      if (isOrder && Object(seen.body).success !== true) return;
      const [said = seen] = callbacks;
      const now = pricedTableIn(tableId, snapshot, seen, said);
      // An order that is answered as one before it was says how the table was then.
      if (isOrder && now !== undefined && now.updatedAtMs < (tables.get(tableId)?.updatedAtMs ?? 0)) return;
      if (now !== undefined && isOrder) tookOrder(handling, now);
      if (now !== undefined && !isOrder) looked(tableId, deliveries[0]?.n ?? -1, now);
      if (now === undefined) tables.delete(tableId);
      else tables.set(tableId, now);
    };
    const said = { gone: 0, back: 0 };
    /** Of what was so by then. */
    const say = (until: number): readonly Judgement[] => {
      if (candidates.length === 0 || cancelled.length === 0) return [];
      return (['gone', 'back'] as const).flatMap((what) => {
        const those = candidates.filter((one) => one.what === what && one.at < until);
        if (said[what] >= Math.min(those.length, 2)) return [];
        said[what] = those.length;
        return byChance(id, those);
      });
    };
    return {
      see(seen) {
        if (isChangedByHand(seen) && seen.kind === 'event') push(seen);
        for (const handling of handlings.add(seen)) {
          activity.see(handling, seen);
          const { messageKind } = handling;
          // What is paid may come off the table, and so may what was not.
          if (messageKind === 'BillPaymentCompleted' || messageKind === 'BillPaymentFailed') paidAt = seen.n;
          if (seen.kind === 'callback') learn(handling, seen);
        }
        return [];
      },
      at: (now) => say(now - namedWithinMs),
      end: (now) => say(now - toldWithinMs),
    };
  }),
});

/** What is accepted in part may merge with what is there. */
const isWhollyRejected = ({ body }: TrafficOf<'callback'>): boolean => {
  const { success, acceptedItems = [] } = Object(body);
  return success === false && Array.isArray(acceptedItems) && acceptedItems.length === 0;
};

/** Of an event whose body was not kept nobody knows. */
const mayName = (seen: TillTraffic, lineId: string): boolean =>
  seen.kind !== 'event' || seen.unkept === true || String(JSON.stringify(seen.body)).includes(lineId);
