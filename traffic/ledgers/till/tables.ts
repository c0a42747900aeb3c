import { parseTimestamp } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { byHandSince, isChangedByHand, isClosedByHand, nothingByHand } from './changed-by-hand.ts';
import { createHappenings, type Doing } from './happenings.ts';
import { tableHolders } from './holders.ts';
import { textsIn } from './lines.ts';
import { type Look, lookIn, weightOfLook } from './look.ts';
import { acceptedOf, type Delivery, type Lifecycle, type Lifecycles, isAccepted } from './messages.ts';
import { createRetries } from './repeats.ts';
import { createTablePayments, type Settled } from './table-payments.ts';
import { onceEach } from './once-each.ts';

/** What one call did about one message, or an event, read once for all who judge tables. */
export interface TableStep {
  readonly seen: TillTraffic;
  readonly n: number;
  readonly at: number;
  readonly exchange: number;
  /** Undefined of an event. */
  readonly lifecycle?: Lifecycle;
  /** Its first delivery. */
  readonly asked?: Delivery | undefined;
  readonly messageKind: string;
  /** The table that the message names, or that the bill it names can only be of. */
  readonly tableId: string | undefined;
  /** The message came again, or is a retry of another one: it is answered as it was. */
  readonly isRepeat: boolean;
  /** The result, or the event, where all of it was kept. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The same of a result that was taken, is the first answer, and of no retry; of an order the first that was taken. */
  readonly result?: TableStep['body'];
  readonly look?: Look | undefined;
  /** The bill that waits for its payment no longer. */
  readonly settled?: Settled | undefined;
  /** Somebody at the till changed a table: the known ones that the event names. */
  readonly changed?: readonly string[];
}

/** Further apart two activations may be of two tills, which have other tables, and clocks of their own. */
const anotherTillMs = 30 * 60_000;

interface Known {
  readonly asked: Look | undefined;
  readonly shown: Look | undefined;
}

/** What became of the tables of a till since it was activated. */
export type Tables = ReturnType<typeof createTables>;

export const createTables = (lifecycles: Lifecycles, budget: ByteBudget) => {
  const tables = createMemory<Known>(budget, {
    weigh: ({ asked, shown }) => weightOfLook(asked) + weightOfLook(shown === asked ? undefined : shown),
  });
  const named = createMemory<true>(budget);
  const done = createMemory<Pick<Delivery, 'at' | 'n'> & { readonly doneN: number }>(budget);
  const [happenings, payments] = [createHappenings(budget), createTablePayments(budget)];
  const isRetry = createRetries(budget);
  let [activatedAt, replacedN]: [number | undefined, number] = [undefined, -1];
  let byHand = nothingByHand;
  const knownBefore = (n: number, tableId: string): Known => {
    const { asked, shown } = tables.get(tableId) ?? {};
    const isBefore = (look: Look | undefined) => look !== undefined && look.n > replacedN && look.n < n;
    return { asked: isBefore(asked) ? asked : undefined, shown: isBefore(shown) ? shown : undefined };
  };
  const placeOf = (tableId: string | undefined): string | undefined =>
    tableId !== undefined && named.has(tableId) ? tableId : undefined;

  const happened = ({ messageKind, messageId, deliveries: [asked] }: Lifecycle, n: number): void => {
    const { tableId, posBillId, oaPaymentId } = asked ?? {};
    const billed = placeOf(payments.tableOf(posBillId));
    const add = (doing: Doing, place: string | undefined): void => happenings.add(doing, place, n, messageId);
    const isOrder = messageKind === 'OrderSubmissionRequested';
    // An order that names no table is at none; a station may be called otherwise than its table.
    if (isOrder) add(tableId === undefined ? 'orderElsewhere' : 'order', tableId);
    if (isOrder && tableId !== undefined && !named.has(tableId)) add('order', undefined);
    if (messageKind === 'BillPaymentFailed') add('failure', billed);
    if (messageKind === 'BillPaymentCompleted') add('payment', billed);
    if (isOrder && oaPaymentId !== undefined) add('prepayment', placeOf(tableId));
  };
  /** Whoever has sent a result that was taken is done, whatever comes of the message then. */
  const isDone = (lifecycle: Lifecycle, seen: TillTraffic): boolean => {
    if (seen.kind === 'delete') return lifecycle.callbacks.length > 0;
    const accepted = acceptedOf(lifecycle);
    return accepted !== undefined && accepted !== seen;
  };
  const lookAt = (lifecycle: Lifecycle, seen: TillTraffic, isFresh: boolean): Look | undefined => {
    const bareLook = lookIn(lifecycle, seen);
    if (bareLook === undefined) return undefined;
    const { tableId, updatedAt, askedN, at } = bareLook;
    const { asked: before, shown: shownBefore } = knownBefore(askedN, tableId);
    const latest = tables.get(tableId)?.asked;
    const since = latest !== undefined && latest.updatedAt === updatedAt ? latest.since : at;
    return { ...bareLook, isFresh, since, before, shownBefore };
  };
  const keep = (look: Look, result: unknown): void => {
    if (!look.isFresh) return;
    // An order that was rejected may be shown all the same.
    if (look.came === 'order' && Object(result).success !== true) return;
    const alone = { ...look, before: undefined, shownBefore: undefined };
    const { asked, shown } = tables.get(look.tableId) ?? {};
    // What is answered as something was before it was shows how the table was then.
    const isOld = look.came !== 'asked' && (look.updatedAtMs ?? 0) < (shown?.updatedAtMs ?? 0);
    tables.set(look.tableId, { asked: look.came === 'asked' ? alone : asked, shown: isOld ? shown : alone });
  };
  const learnName = ({ messageKind, deliveries: [asked] }: Lifecycle, body: unknown): void => {
    const { tableId } = asked ?? {};
    if (messageKind !== 'TableOrderSnapshotRequested' || tableId === undefined) return;
    if (tableHolders(messageKind).some((holder) => Object(Object(body)[holder]).tableId === tableId))
      named.set(tableId, true);
  };
  const stepOf = (lifecycle: Lifecycle, seen: TillTraffic): TableStep => {
    const [asked] = lifecycle.deliveries;
    const { messageKind, deliveries, callbacks } = lifecycle;
    const isAgain = seen.kind === 'callback' && isRetry(lifecycle);
    const isRepeat = isAgain || deliveries.length > 1 || callbacks.length > 1;
    const isOrder = messageKind === 'OrderSubmissionRequested';
    const isFirst = isOrder ? acceptedOf(lifecycle) === seen : deliveries.length === 1 && callbacks.length === 1;
    const isFresh = seen.kind === 'callback' && isAccepted(seen) && !isAgain && isFirst;
    const kept = bodyOf(seen);
    const settled = payments.see(lifecycle, seen, isRepeat);
    learnName(lifecycle, kept);
    if (!isDone(lifecycle, seen)) happened(lifecycle, seen.n);
    const look = lookAt(lifecycle, seen, isFresh);
    const isAsked = messageKind === 'TableOrderSnapshotRequested' && seen.kind === 'callback';
    // Of a table that cannot be read nobody knows what it was like before the next look.
    if (isAsked && !isRepeat && look?.isOwn !== true) tables.delete(asked?.tableId ?? '');
    else if (look !== undefined) keep(look, kept);
    const tableId = asked?.tableId ?? payments.tableOf(asked?.posBillId);
    const result = isFresh ? kept : undefined;
    if (asked !== undefined && tableId !== undefined && result?.['success'] === true)
      done.set(`${messageKind} ${tableId}`, { at: asked.at, n: asked.n, doneN: seen.n });
    return { ...bare(seen), lifecycle, asked, messageKind, tableId, isRepeat, body: kept, result, look, settled };
  };
  const changeOf = (seen: TillTraffic & { readonly kind: 'event' }): TableStep => {
    const body = bodyOf(seen);
    const texts = [body?.['tableId'], ...textsIn(body?.['diff'])].filter((text) => typeof text === 'string');
    const changed = [...new Set(texts.filter(named.has))];
    byHand = byHandSince(byHand, seen);
    const own = placeOf(typeof body?.['tableId'] === 'string' ? body['tableId'] : undefined);
    happenings.add('byHand', own, seen.n, '');
    if (isClosedByHand(seen)) happenings.add('closing', own, seen.n, '');
    return { ...bare(seen), messageKind: seen.messageKind, body, tableId: own, isRepeat: false, changed };
  };
  const stepsOf = (seen: TillTraffic): readonly TableStep[] => {
    const isActivated = seen.kind === 'activation' && seen.success;
    if (isActivated && activatedAt !== undefined && seen.at - activatedAt > anotherTillMs) replacedN = seen.n;
    if (isActivated) activatedAt = seen.at;
    // Before that there may be calls of a till that is still active from elsewhere.
    if (activatedAt === undefined) return [];
    if (seen.kind === 'event') return isChangedByHand(seen) ? [changeOf(seen)] : [];
    return lifecycles.add(seen).map((lifecycle) => stepOf(lifecycle, seen));
  };
  return {
    /** The steps of a call. */
    see: onceEach(stepsOf),
    /** The till has shown a table under that name to whoever asked for it by this; a station may be called otherwise. */
    isNamed: named.has,
    /** As it was shown last, whether that was asked for or came with an accepted order or a bill. */
    shown: (tableId: string) => tables.get(tableId)?.shown,
    /** As it was shown last to whoever asked for it. */
    last: (tableId: string) => tables.get(tableId)?.asked,
    /** When such a message came which succeeded between the two looks, the last at the table and beside neither of them. */
    doneBetween(messageKind: string, before: Look, now: Look): number | undefined {
      const last = done.get(`${messageKind} ${now.tableId}`);
      return last !== undefined && last.n > before.n && last.doneN < now.askedN ? last.at : undefined;
    },
    happenings,
    payments,
    byHand: () => byHand,
    /** Nobody at the till has changed any table since that place in the traffic. */
    isUntouchedSince: (n: number) => byHand.n <= n,
    hasForgotten: () => tables.hasForgotten() || payments.hasForgotten(),
  };
};

const bare = (seen: TillTraffic) => {
  const { n, at, exchange } = seen as TillTraffic & { readonly exchange: number };
  return { seen, n, at, exchange };
};

const bodyOf = (seen: TillTraffic): TableStep['body'] =>
  (seen.kind === 'callback' || seen.kind === 'event') && seen.unkept !== true ? Object(seen.body) : undefined;

/** Not the same instant, however it is spelt; without an offset nobody knows which. */
export const isAnotherMoment = (before: string | undefined, after: string | undefined): boolean => {
  const [one, other] = [before, after].map((time) => (time === undefined ? undefined : parseTimestamp(time)));
  if (one === undefined || other?.hasOffset !== one.hasOffset) return false;
  return Math.abs(one.epochMs - other.epochMs) >= roundedMs;
};

/** The fraction may be left out of one text and told in another. */
const roundedMs = 1_000;
