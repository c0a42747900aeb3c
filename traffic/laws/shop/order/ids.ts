import { createMemory } from '../../../retention/memory.ts';
import type { ShopRow } from '../../by-rows.ts';

/** What an id may be written like is not shown: one that is only written plainer is another text and perhaps no other id. */
const isNormalised = (sent: string, other: string): boolean => normal(sent) !== sent && normal(other) === normal(sent);
const normal = (id: string): string => id.normalize('NFKC').trim().toLowerCase();

/** No basket is ordered more often, so that what a stranger's traffic makes us remember has an end. */
const mostKnown = 20;
/** An order may be under way for so long, and is seen once it is answered. */
const underWayMs = 30_000;

interface Ordered {
  /** That it may show: those it was ordered under, and what it showed before. */
  readonly known: readonly string[];
  /** The last order of it that was confirmed. */
  readonly confirmed?: number;
}

const isOwn = ({ known }: Ordered, shown: string): boolean =>
  known.some((one) => one === shown || isNormalised(one, shown));

/** Resources › Order confirmation, Basket: either carries the oaOrderId of the order, the basket if it is known. */
const echoes: readonly ShopRow[] = [
  {
    requirement: 'order/oa-order-id-echo',
    cause: 'another oaOrderId',
    pointer: '/oaOrderId',
    look:
      ({ orders }) =>
      (step) => {
        if (step.kind !== 'order' || step.echo === undefined || step.isUnheard) return undefined;
        const { oaOrderId, echo, n, shopOrderId } = step;
        if (echo === oaOrderId) return 'passed';
        const owner = orders.first(echo);
        // That of an order which was placed under another id is no other spelling of this one.
        const isSame = owner?.shopOrderId !== undefined && owner.shopOrderId === shopOrderId;
        const sight = {
          exchanges: [n],
          expected: `oaOrderId "${oaOrderId}"`,
          actual: `oaOrderId "${echo}"`,
        };
        if (isNormalised(oaOrderId, echo) && !isSame)
          return { ...sight, leeway: 'it is the same id in another spelling' };
        if (owner === undefined) return sight;
        return {
          ...sight,
          exchanges: [owner.n, n],
          actual: `${sight.actual}, which was sent before`,
          cause: 'confirmation of another order',
        };
      },
  },
  {
    requirement: 'order/oa-order-id-echo',
    cause: 'oaOrderId of another order',
    dueMs: underWayMs,
    dueAtEndMs: 0,
    look: (_, budget) => {
      const baskets = createMemory<Ordered>(budget);
      return (step) => {
        if (step.kind === 'catalogue') return undefined;
        const id = step.kind === 'order' ? step.basketId : step.answeredId;
        const ordered: Ordered = baskets.get(id ?? '') ?? { known: [] };
        const shown = step.kind === 'order' ? step.oaOrderId : step.answer['oaOrderId'];
        if (id === undefined || typeof shown !== 'string') return undefined;
        const isConfirmed = step.kind === 'order' && step.heard.kind === 'answered' && step.shopOrderId !== undefined;
        if (step.kind === 'order' || ordered.confirmed === undefined) {
          const known = [...new Set([shown, ...ordered.known])].slice(0, mostKnown);
          const now = { ...ordered, known, ...(isConfirmed && { confirmed: step.n }) };
          baskets.set(id, now);
          return { of: id, voids: ({ unlike }) => isOwn(now, String(unlike)) };
        }
        if (isOwn(ordered, shown)) return 'passed';
        return {
          unlike: shown,
          of: id,
          at: step.answeredAt,
          exchanges: [ordered.confirmed, step.n],
          expected: `oaOrderId ${JSON.stringify(ordered.known[0])}, or none`,
          actual: `oaOrderId ${JSON.stringify(shown)}`,
        };
      };
    },
  },
  {
    // A shop may give a basket another id, and may put those of one customer together. Where baskets of nobody that were always
    // answered under the very id they were asked for show the order of a third one, it is none of theirs.
    requirement: 'order/oa-order-id-echo',
    cause: 'order of another basket',
    sights: 2,
    isEnough: (sights, { calls }) => sights.filter(({ unlike }) => !calls.isRenamed(String(unlike))).length > 1,
    look:
      ({ calls, orders }) =>
      (step) => {
        if (step.kind === 'catalogue' || step.kind === 'order' || step.kind === 'basketChange') return undefined;
        const { answeredId, askedId, isPartlyKept, isNobodys, n, answer } = step;
        const { oaOrderId: shown } = answer;
        if (typeof shown !== 'string' || answeredId === undefined || askedId === undefined || isPartlyKept)
          return undefined;
        const { basketId, n: orderedBy = 0 } = orders.first(shown) ?? {};
        if (basketId === undefined || basketId === answeredId || !isNobodys || calls.isRenamed(basketId))
          return undefined;
        return {
          unlike: answeredId,
          exchanges: [orderedBy, n],
          expected: 'no oaOrderId',
          actual: `oaOrderId ${JSON.stringify(shown)}, of an order of basket ${JSON.stringify(basketId)}`,
        };
      },
  },
];

/** Different oaOrderIds are different orders. */
const distinct: ShopRow = {
  requirement: 'order/distinct-orders',
  cause: 'shared shopOrderId',
  look: (_, budget) => {
    const owners = createMemory<{ readonly oaOrderId: string; readonly n: number }>(budget);
    let first: string | undefined;
    return (step) => {
      if (step.kind !== 'order' || step.shopOrderId === undefined) return undefined;
      const { oaOrderId, shopOrderId, n } = step;
      first ??= oaOrderId;
      const owner = owners.get(shopOrderId);
      if (owner === undefined) owners.set(shopOrderId, { oaOrderId, n });
      if (owner === undefined) return first === oaOrderId ? undefined : 'passed';
      if (owner.oaOrderId === oaOrderId) return undefined;
      return {
        expected: 'a shopOrderId for each oaOrderId',
        actual: `shopOrderId "${shopOrderId}" for "${owner.oaOrderId}" and "${oaOrderId}"`,
        exchanges: [owner.n, n],
        ...(owner.oaOrderId.trimEnd() === oaOrderId.trimEnd() && blanks),
      };
    };
  },
};

/** Columns of a fixed length, and collations that pad, take such ids for one another. */
const blanks = {
  cause: 'ids that differ in blanks at their end',
  leeway: 'hardly any id ends with a blank',
};

export const orderIds: readonly ShopRow[] = [...echoes, distinct];
