import { onceOnly } from '../../../evidence/row.ts';
import { costOf, type Line, type Lines, missingIn } from '../../../ledgers/till/lines.ts';
import type { Look } from '../../../ledgers/till/look.ts';
import type { Tables, TableStep } from '../../../ledgers/till/tables.ts';
import { createMemory } from '../../../retention/memory.ts';
import { named, type TillRow } from '../table/row.ts';
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

/** Lines that merge leave the totals as they were, and change one of the lines. */
const isLess = (before: Priced, now: Priced): boolean => {
  if (now.byId.size === 0 || now.paymentsText !== before.paymentsText || now.total >= before.total) return false;
  const texts = new Set(before.texts);
  return now.texts?.every((text) => texts.has(text)) === true;
};

/** A table before and after, with what came onto it or went from it. */
interface Looks {
  readonly before: Priced;
  readonly now: Priced;
  readonly lines: readonly Line[];
}

/** What is accepted in part may merge with what is there. */
const isWhollyRejected = ({ success, acceptedItems = [] }: NonNullable<TableStep['result']>): boolean =>
  success === false && Array.isArray(acceptedItems) && acceptedItems.length === 0;

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
const besideCancelled = (looks: Looks, own: readonly Ordered[], tables: Tables): string | undefined => {
  const { before, now, lines } = looks;
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

const sightOf = ({ before, now }: Looks, lineId: string, isUnmoved = false) => ({
  unlike: lineId,
  at: now.saidAt,
  exchanges: [before.exchange, now.exchange],
  missing: { tableId: now.tableId, id: lineId, isUnmoved },
  expected: `${before.byId.size} lines, with ${named(lineId)}, as in the result before`,
  actual: `${now.byId.size} of them, and other totals`,
});

/** `own`: the lines that accepted orders brought there before. */
const goneIn = (looks: Looks, own: readonly Ordered[], isRejected: boolean, tables: Tables): readonly Unexplained[] => {
  const { before, now, lines } = looks;
  const [first] = lines.filter(({ lineId }) => own.some((one) => one.lineId === lineId));
  if (first === undefined || !isLess(before, now)) return [];
  const beside = besideCancelled(looks, own, tables);
  const withAnother =
    beside === undefined
      ? []
      : [{ ...sightOf(looks, beside), cause: 'lines of accepted orders are gone with another' }];
  const isStill = isUnmoved(looks, tables);
  if (!isStill && !isUndisturbed(looks, tables)) return withAnother;
  return [
    ...withAnother,
    {
      ...sightOf(looks, first.lineId, isStill),
      ...(isRejected && { cause: 'lines of accepted orders are gone with a rejected one' }),
    },
  ];
};

// Resources › Table ordering: what was accepted stands on its table, and an order brings there what was ordered. Of a line that is
// cancelled otherwise a till that pushes such changes says so; what a waiter moves need not be pushed.
export const orderLines: readonly TillRow[] = [
  {
    requirement: 'table/lines-follow-orders',
    cause: 'lines of accepted orders are gone',
    pointer: '/tableOrderSnapshot/lines',
    onceOnly,
    dueMs: namedWithinMs,
    dueAtEndMs: toldWithinMs,
    isEnough: (_, { tables: { byHand } }) => byHand().cancelled.length > 0,
    look: ({ tables }, budget) => {
      const { happenings, byHand } = tables;
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
      const backIn = (looks: Looks, gone: readonly Line[], items: string): Unexplained | undefined => {
        const { before, now, lines } = looks;
        const isLost = ({ lineId, text }: Line) => gone.some((one) => one.lineId === lineId && one.text === text);
        const isCancelled = ({ lineId }: Line) => byHand().cancelled.some((text) => text.includes(named(lineId)));
        const back = lines.filter((line) => isLost(line) && isCancelled(line));
        const [first] = back;
        if (first === undefined) usual.set(items, lines.length);
        const isMore = lines.length > back.length && usual.get(items) === lines.length - back.length;
        if (first === undefined || first.cost <= 0 || !isMore || !isUndisturbed(looks, tables)) return undefined;
        if (now.total - before.total !== costOf(lines)) return undefined;
        return {
          ...sightOf(looks, first.lineId),
          cause: 'a cancelled line is back with an order',
          expected: `totals without the line ${named(first.lineId)}`,
          actual: `that line beside what was ordered, ${now.total} where it was ${before.total}`,
        };
      };
      return (step) => {
        if (step.changed !== undefined) return { voids: explainedBy(step, true) };
        const { look, result, asked: { tableId, messageId = '', ordered: { items } = {} } = {}, messageKind, n } = step;
        if (result === undefined || tableId === undefined) return undefined;
        const isOrder = messageKind === 'OrderSubmissionRequested';
        if (isOrder && isWhollyRejected(result)) rejected.set(tableId, { messageId, n });
        const [before, now] = [pricedIn(look?.shownBefore), pricedIn(look)];
        if (before === undefined || now === undefined) return undefined;
        const [own, gone] = [ordered.get(tableId) ?? [], lost.get(tableId) ?? []];
        if (!isOrder) {
          const isRejected = isRejectedSince(tableId, before.n);
          if (happenings.at('order', tableId) > before.n && !isRejected) return undefined;
          const lines = missingIn(before.byId, now.byId);
          if (lines.length > 0) lost.set(tableId, [...gone, ...lines].slice(-mostKept));
          return goneIn({ before, now, lines }, own, isRejected, tables);
        }
        // An order that is answered as one before it was says how the table was then.
        if (result['success'] !== true || now.updatedAtMs < before.updatedAtMs || items === undefined) return undefined;
        if (happenings.at('order', tableId, messageId) > before.n) return undefined;
        const lines = missingIn(now.byId, before.byId);
        ordered.set(tableId, [...own, ...lines.map(({ lineId }) => ({ lineId, order: messageId }))].slice(-mostKept));
        return backIn({ before, now, lines }, gone, items);
      };
    },
  },
];
