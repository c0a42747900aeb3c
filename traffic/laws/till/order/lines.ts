import type { Sight } from '../../../evidence/row.ts';
import type { Line, Lines } from '../../../ledgers/till/lines.ts';
import type { Look } from '../../../ledgers/till/look.ts';
import type { Tables, TableStep } from '../../../ledgers/till/tables.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import { onceOnly } from '../../warn-then-fail.ts';
import { named, type TableRow } from '../table/row.ts';
import { explainedBy, shortMs, toldWithinMs, type Unexplained } from '../unexplained.ts';

/** An event that names the line, which may have been refused and is sent again, hardly comes after that. */
const namedWithinMs = 30_000;
const mostKept = 20;

/** A line that an order brought, and the message of the order. */
interface Ordered {
  readonly lineId: string;
  readonly order: string;
}

/** A table with lines that all have an identifier of their own. */
interface Priced extends Look {
  readonly byId: Lines;
  readonly updatedAtMs: number;
}

const none: Lines = new Map();
const pricedIn = (look: Look | undefined): Priced | undefined => {
  const { isOpen, isOwn, updatedAtMs, texts, lines: byId = none } = look ?? {};
  if (look === undefined || !isOpen || !isOwn || updatedAtMs === undefined || texts?.length !== byId.size)
    return undefined;
  return { ...look, byId, updatedAtMs };
};

const without = ({ byId }: Priced, other: Priced): readonly Line[] =>
  [...byId.values()].filter(({ lineId }) => !other.byId.has(lineId));

/** Lines that merge leave the totals as they were, and change one of the lines. */
const isLess = (before: Priced, now: Priced): boolean => {
  if (now.byId.size === 0 || now.paymentsText !== before.paymentsText || now.total >= before.total) return false;
  const texts = new Set(before.texts);
  return now.texts?.every((text) => texts.has(text)) === true;
};

interface Looks {
  readonly tableId: string;
  readonly before: Priced;
  readonly now: Priced;
  /** What came onto the table, or went from it. */
  readonly lines: readonly Line[];
  /** The lines that accepted orders brought there before. */
  readonly own: readonly Ordered[];
}

interface Followed {
  readonly gone?: Looks & { readonly isRejected: boolean };
  readonly came?: Looks & {
    readonly lost: readonly Line[];
    readonly usual: number | undefined;
    /** All of them are lines of that order. */
    readonly usually: () => void;
  };
}

/** What is accepted in part may merge with what is there. */
const isWhollyRejected = ({ success, acceptedItems = [] }: NonNullable<TableStep['body']>): boolean =>
  success === false && Array.isArray(acceptedItems) && acceptedItems.length === 0;

/** The lines that orders bring to each table, and those that go from it while nothing else is ordered there. */
const followLines = ({ happenings }: Tables, budget: ByteBudget) => {
  const ordered = createMemory<readonly Ordered[]>(budget);
  const lost = createMemory<readonly Line[]>(budget);
  /** How many lines orders of the same came to. */
  const usual = createMemory<number>(budget);
  /** The last order of a table, where it was rejected, and the place of its result. */
  const rejected = createMemory<{ readonly messageId: string; readonly n: number }>(budget);
  /** It is all that was ordered there since, and was done before whatever was asked last. */
  const isRejectedSince = (tableId: string, n: number): boolean => {
    const order = rejected.get(tableId);
    if (order === undefined || order.n < n || happenings.at('order', tableId) !== order.n) return false;
    return happenings.at('order', tableId, order.messageId) <= n;
  };
  return ({ look, result, asked, messageKind, n }: TableStep): Followed | undefined => {
    const isOrder = messageKind === 'OrderSubmissionRequested';
    const tableId = asked?.tableId;
    if (result === undefined || asked === undefined || tableId === undefined) return undefined;
    if (isOrder && isWhollyRejected(result)) rejected.set(tableId, { messageId: asked.messageId, n });
    const [before, now] = [pricedIn(look?.shownBefore), pricedIn(look)];
    if (before === undefined || now === undefined) return undefined;
    const own = ordered.get(tableId) ?? [];
    if (!isOrder) {
      const isRejected = isRejectedSince(tableId, before.n);
      if (happenings.at('order', tableId) > before.n && !isRejected) return undefined;
      const gone = without(before, now);
      if (gone.length > 0) lost.set(tableId, [...(lost.get(tableId) ?? []), ...gone].slice(-mostKept));
      return { gone: { tableId, before, now, lines: gone, own, isRejected } };
    }
    // An order that is answered as one before it was says how the table was then.
    if (result['success'] !== true || now.updatedAtMs < before.updatedAtMs || asked.ordered === undefined)
      return undefined;
    if (happenings.at('order', tableId, asked.messageId) > before.n) return undefined;
    const came = without(now, before);
    ordered.set(tableId, [...own, ...came.map(({ lineId }) => ({ lineId, order: asked.messageId }))].slice(-mostKept));
    const { items } = asked.ordered;
    return {
      came: {
        tableId,
        before,
        now,
        own,
        lines: came,
        lost: lost.get(tableId) ?? [],
        usual: usual.get(items),
        usually: () => usual.set(items, came.length),
      },
    };
  };
};

/** Nobody has done anything by hand since, or paid: what is paid may come off the table, and so may what was not. */
const isLeftAlone = ({ before }: Looks, { byHand, happenings }: Tables, byHandN = byHand().n): boolean =>
  Math.max(byHandN, happenings.anywhere('payment'), happenings.anywhere('failure')) < before.saidN;

/** In a short time the table was updated, and nobody was there. */
const isUndisturbed = (looks: Looks, tables: Tables): boolean => {
  const { before, now } = looks;
  return isLeftAlone(looks, tables) && now.saidAt - before.saidAt <= shortMs && now.updatedAtMs > before.updatedAtMs;
};

/** Nobody changed the table since, says its updatedAt, so that no waiter moved a line meanwhile. Whole seconds say less. */
const isUnmoved = (looks: Looks, tables: Tables): boolean =>
  isLeftAlone(looks, tables) &&
  looks.now.updatedAtMs === looks.before.updatedAtMs &&
  looks.now.updatedAtMs % 1_000 !== 0;

/** One line was cancelled since, and the event of it names that; and one of another order went, too. */
const besideCancelled = (looks: Looks, tables: Tables): string | undefined => {
  const { before, now, lines, own } = looks;
  const { n, formerN, cancellation } = tables.byHand();
  if (cancellation === undefined || n < before.n || !isLeftAlone(looks, tables, formerN)) return undefined;
  if (now.saidAt - before.saidAt > shortMs) return undefined;
  const isNamed = ({ lineId }: Line): boolean => cancellation.text.includes(named(lineId));
  // What belongs to a line came with the same order.
  const orderOf = (lineId: string) => own.find((one) => one.lineId === lineId)?.order;
  const cancelled = lines.filter(isNamed);
  const orders = new Set(cancelled.map(({ lineId }) => orderOf(lineId)));
  const isOther = (order: string | undefined): boolean => order !== undefined && !orders.has(order);
  const other = lines.find((line) => !isNamed(line) && isOther(orderOf(line.lineId)));
  return cancelled.length === 1 ? other?.lineId : undefined;
};

const sightOf = ({ tableId, before, now }: Looks, lineId: string, isUnmoved = false) => ({
  unlike: lineId,
  at: now.saidAt,
  exchanges: [before.exchange, now.exchange],
  missing: { tableId, id: lineId, isUnmoved },
  expected: `${before.byId.size} lines, with ${named(lineId)}, as in the result before`,
  actual: `${now.byId.size} of them, and other totals`,
});

const goneIn = (looks: NonNullable<Followed['gone']>, tables: Tables): readonly Unexplained[] => {
  const { before, now, lines, own, isRejected } = looks;
  const [first] = lines.filter(({ lineId }) => own.some((one) => one.lineId === lineId));
  if (first === undefined || !isLess(before, now)) return [];
  const beside = besideCancelled(looks, tables);
  const withAnother = beside === undefined ? [] : [{ ...sightOf(looks, beside), ...goneBeside }];
  const isStill = isUnmoved(looks, tables);
  if (!isStill && !isUndisturbed(looks, tables)) return withAnother;
  return [...withAnother, { ...sightOf(looks, first.lineId, isStill), ...(isRejected && goneWithRejected) }];
};

const goneBeside = {
  message:
    'With a line that was cancelled one of another order is gone from the table, and the event names only the first; cancel what was cancelled, and keep what was accepted.',
  cause: 'lines of accepted orders are gone with another',
};

const goneWithRejected = {
  message:
    'With an order that was rejected lines of orders that were accepted before are gone from the table, and no event said that one was cancelled; a rejected order leaves the table as it was.',
  cause: 'lines of accepted orders are gone with a rejected one',
};

// Resources › Table ordering: what was accepted stands on its table, and an order brings there what was ordered. Of a line that is
// cancelled otherwise a till that pushes such changes says so; what a waiter moves need not be pushed.
const once = {
  requirement: 'table/lines-follow-orders',
  pointer: '/tableOrderSnapshot/lines',
  onceOnly,
  dueMs: namedWithinMs,
  dueAtEndMs: toldWithinMs,
  isEnough: (_: readonly Sight[], { byHand }: Tables): boolean => byHand().cancelled.length > 0,
} as const;

export const orderLines: readonly TableRow[] = [
  {
    ...once,
    cause: 'lines of accepted orders are gone',
    message:
      'Lines of orders that were accepted are gone from their table right afterwards, and no event said that one was cancelled; keep what was accepted, whoever writes the table meanwhile.',
    look: (tables, budget) => {
      const follow = followLines(tables, budget);
      return (step) => {
        if (step.changed !== undefined) return { voids: explainedBy(step, true) };
        const { gone } = follow(step) ?? {};
        return gone && goneIn(gone, tables);
      };
    },
  },
  {
    ...once,
    cause: 'a cancelled line is back with an order',
    message:
      'With an order a line is on its table again that was cancelled before, and costs what it did; an order brings what was ordered, and what was cancelled stays cancelled.',
    look: (tables, budget) => {
      const follow = followLines(tables, budget);
      return (step) => {
        if (step.changed !== undefined) return { voids: explainedBy(step, true) };
        const { came } = follow(step) ?? {};
        if (came === undefined) return undefined;
        const { before, now, lines, lost, usual, usually } = came;
        const isLost = ({ lineId, text }: Line) => lost.some((one) => one.lineId === lineId && one.text === text);
        const isCancelled = ({ lineId }: Line) =>
          tables.byHand().cancelled.some((text) => text.includes(named(lineId)));
        const back = lines.filter((line) => isLost(line) && isCancelled(line));
        const [first] = back;
        if (first === undefined) {
          usually();
          return undefined;
        }
        const cost = lines.reduce((sum, line) => sum + line.cost, 0);
        const isMore = lines.length > back.length && usual === lines.length - back.length;
        if (first.cost <= 0 || !isMore || now.total - before.total !== cost || !isUndisturbed(came, tables))
          return undefined;
        return {
          ...sightOf(came, first.lineId),
          expected: `totals without the line ${named(first.lineId)}`,
          actual: `that line beside what was ordered, ${now.total} where it was ${before.total}`,
        };
      };
    },
  },
];
