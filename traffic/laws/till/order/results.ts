import { type Look, tickOf } from '../../../ledgers/till/look.ts';
import type { TableStep } from '../../../ledgers/till/tables.ts';
import { createMemory } from '../../../retention/memory.ts';
import { shortened } from '../../../retention/shortened.ts';
import { named, type TillRow, unlike } from '../table/row.ts';

/** What an item consists of, and what comes with it to a table, may be listed too, but is not more each time. */
const growsTimes = 3;
/** As many parts that were all rejected by themselves, or ordered just before, no item has. */
const mostParts = 2;
const mostElements = 100;

interface Element {
  readonly key: string;
  /** The text of the order that it names. */
  readonly text: string | undefined;
}

/** An order of a single item that is answered anew, and the elements of its result; how they look is not shown. */
const singleItem = ({ messageKind, result, asked, exchange }: TableStep) => {
  const { success, acceptedItems, rejectedItems } = result ?? {};
  const items = success === true ? acceptedItems : rejectedItems;
  if (messageKind !== 'OrderSubmissionRequested' || asked?.ordered?.count !== 1) return undefined;
  if (typeof success !== 'boolean' || !Array.isArray(items)) return undefined;
  const { texts, items: item } = asked.ordered;
  const elements = items.slice(0, mostElements).map((one: unknown): Element => {
    const values: readonly unknown[] = Object.values(Object(one));
    return { key: shortened(String(JSON.stringify(one))), text: texts.find((text) => values.includes(text)) };
  });
  const member = success ? ('acceptedItems' as const) : ('rejectedItems' as const);
  return { member, item, texts, elements, exchange };
};

// Resources › Table ordering: acceptedItems and rejectedItems are those of the order that is answered.
const requirement = 'submission/result-body';

/** What only the order before was of, beside what this one was of. */
const ofTheLast = (member: 'acceptedItems' | 'rejectedItems', row: Pick<TillRow, 'leeway' | 'sights'>): TillRow => ({
  ...row,
  requirement,
  cause: `${member} of the order before`,
  message: `An order was answered with the ${member === 'acceptedItems' ? 'accepted' : 'rejected'} items of the order before it; list only the items of this order.`,
  pointer: `/${member}`,
  look: (_, budget) => {
    let last: { readonly text: string; readonly key: string; readonly exchange: number } | undefined;
    /** Items that came without any other. */
    const alone = createMemory<true>(budget);
    return (step) => {
      const order = singleItem(step);
      if (order?.member !== member) return undefined;
      const { texts, elements, exchange } = order;
      const own = elements.filter(({ text }) => text !== undefined);
      const [{ text, key } = {}] = own;
      const before = last;
      if (text === undefined || key === undefined) return undefined;
      last = { text, key, exchange };
      if (own.length === elements.length) alone.set(text, true);
      if (before === undefined || texts.includes(before.text) || elements.length !== own.length + 1) return undefined;
      if (!elements.some((one) => one.key === before.key)) return undefined;
      // What is accepted may bring something along.
      if (member === 'acceptedItems' && !alone.has(text)) return undefined;
      return {
        unlike: before.text,
        exchanges: [before.exchange, exchange],
        expected: `${member} of ${named(text)}`,
        actual: `an element for ${named(before.text)} too`,
      };
    };
  },
});

export const orderResults: readonly TillRow[] = [
  {
    // Elsewhere a package or the way may be charged for; at a table the same comes to the same.
    requirement,
    cause: 'more accepted with every order',
    look: (_, budget) => {
      const accepted = createMemory<{ readonly most: number; readonly times: number; readonly exchange: number }>(
        budget,
      );
      return (step) => {
        const { tableId, oaPaymentId } = step.asked ?? {};
        const order = singleItem(step);
        if (order?.member !== 'acceptedItems' || tableId === undefined) return undefined;
        const { item, elements: items, exchange } = order;
        const key = `${oaPaymentId === undefined} ${item}`;
        const before = accepted.get(key) ?? { most: items.length, times: 0, exchange };
        const isMore = items.length > before.most;
        const times = before.times + Number(isMore);
        accepted.set(key, { ...before, most: Math.max(items.length, before.most), times });
        if (!isMore || times < growsTimes) return undefined;
        return {
          exchanges: [before.exchange, exchange],
          expected: 'no more elements of acceptedItems than before',
          actual: `${items.length}, where there were ${before.most}, and fewer before that`,
        };
      };
    },
  },
  {
    // What an item is split into is not shown, but not what only earlier orders were for.
    requirement,
    cause: 'rejected items of earlier orders',
    look: (_, budget) => {
      const rejected = createMemory<{ readonly text: string; readonly exchange: number }>(budget);
      return (step) => {
        const order = singleItem(step);
        if (order?.member !== 'rejectedItems') return undefined;
        const { texts, elements, exchange } = order;
        const before = elements.flatMap(({ key }) => rejected.get(key) ?? []);
        const others = new Map(
          before.filter(({ text }) => !texts.includes(text)).map((one) => [one.text, one.exchange]),
        );
        for (const { key, text } of elements) if (text !== undefined) rejected.set(key, { text, exchange });
        const [first = exchange] = others.values();
        if (others.size <= mostParts) return undefined;
        return {
          exchanges: [first, exchange],
          expected: 'rejectedItems of the one item',
          actual: `elements for ${[...others.keys()].map(named).join(', ')} too`,
        };
      };
    },
  },
  ofTheLast('acceptedItems', { leeway: 'what is accepted may bring something along' }),
  // An item may consist of others, but not always of the one that was ordered last.
  ofTheLast('rejectedItems', { sights: mostParts + 1 }),
  {
    requirement: 'submission/snapshot-and-receipt',
    cause: 'snapshot from before the order',
    look: ({ tables }, budget) => {
      const shown = createMemory<Pick<Look, 'linesText' | 'updatedAt'> & { readonly isStale: boolean }>(budget);
      return ({ look: now }) => {
        if (now?.isFresh !== true || !now.isOpen || !now.isOwn) return undefined;
        const { tableId, came, linesText, updatedAt = '', shownBefore: before } = now;
        const last = shown.get(tableId);
        const isMoved = last?.updatedAt !== updatedAt && last?.linesText === linesText;
        // One updatedAt is one moment, unless its clock is coarse.
        const isStale = came === 'order' && isMoved && tickOf(updatedAt) <= 10;
        shown.set(tableId, { linesText, updatedAt, isStale });
        if (came !== 'asked' || before === undefined || last?.isStale !== true) return undefined;
        if (last.updatedAt !== updatedAt || last.linesText === linesText) return undefined;
        const orderedAt = tables.doneBetween('OrderSubmissionRequested', before, now);
        if (orderedAt !== undefined || !tables.isUntouchedSince(before.n)) return undefined;
        return unlike(before, now, `${now.texts?.length} lines`, `${before.texts?.length}, as before the order`);
      };
    },
  },
  {
    // Resources › Base models: a receipt has a number and was issued at a time. The guests of one table may have one that grows.
    requirement: 'submission/snapshot-and-receipt',
    cause: 'the receipt of another payment',
    look: (_, budget) => {
      const given = createMemory<{
        readonly oaPaymentId: string;
        readonly tableId: string | undefined;
        readonly at: number;
        readonly n: number;
        readonly exchange: number;
      }>(budget);
      return ({ messageKind, result, asked, at, n, exchange }) => {
        const { receiptNumber, issuedAt } = Object(result?.['receipt']);
        const { oaPaymentId, tableId } = asked ?? {};
        if (messageKind !== 'OrderSubmissionRequested' || asked === undefined || oaPaymentId === undefined)
          return undefined;
        if (typeof receiptNumber !== 'string' || typeof issuedAt !== 'string') return undefined;
        const key = JSON.stringify([receiptNumber, issuedAt]);
        const before = given.get(key);
        if (before === undefined) given.set(key, { oaPaymentId, tableId, at, n, exchange });
        if (before === undefined || before.oaPaymentId === oaPaymentId || before.n > asked.n) return undefined;
        const isOneTable = tableId !== undefined && before.tableId === tableId;
        // Whoever numbers nothing has the time alone, which is as fine as its clock.
        if (isOneTable || asked.at - before.at <= 2 * tickOf(issuedAt)) return undefined;
        return {
          unlike: receiptNumber,
          exchanges: [before.exchange, exchange],
          expected: 'a receipt issued for this payment',
          actual: `receipt ${named(receiptNumber)}, given for ${before.oaPaymentId} before`,
        };
      };
    },
  },
];
