import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { isPartlyKept, readAnswer } from '../../judging/answer.ts';
import { requestedBasket, requestIn, scannedBasket } from '../../ledgers/shop/requested-basket.ts';
import { createMemory } from '../../retention/memory.ts';
import type { SentOrder } from './confirmations.ts';

/** One could be another id of the basket that was ordered. */
const telling = 2;

interface Placed {
  readonly basketId: string;
  readonly exchange: number;
}

/** A basket that shows the order of another one. */
interface Strange {
  readonly basketId: string;
  readonly exchanges: readonly number[];
}

/** Baskets that were never ordered, and show an order. */
export interface OrdersOfOthers {
  readonly see: (exchange: Exchange, order: SentOrder | undefined) => Finding | undefined;
}

/**
 * Resources › Basket › oaOrderId: the platform's id of the order of this basket, if known; it identifies one order. A shop may give a
 * basket another id, and may put those of one customer together. Where an order was sent for one basket, and baskets of
 * nobody that were always answered under the very id they were asked for by show it as well, it is none of theirs.
 */
export const createOrdersOfOthers = (budget: ByteBudget): OrdersOfOthers => {
  /** By oaOrderId. */
  const placed = createMemory<Placed>(budget, { most: 2_000 });
  const renamed = createMemory<true>(budget, { most: 2_000 });
  let found: readonly Strange[] = [];
  return {
    see(exchange, order) {
      if (order?.basketId !== undefined && !placed.has(order.oaOrderId))
        placed.set(order.oaOrderId, { basketId: order.basketId, exchange: exchange.n });
      const shown = shownIn(exchange);
      if (shown === undefined) return undefined;
      const { asked, basketId, oaOrderId, isNobodys } = shown;
      if (asked !== basketId) for (const one of [asked, basketId]) renamed.set(one, true);
      const owner = oaOrderId === undefined ? undefined : placed.get(oaOrderId);
      if (owner === undefined || owner.basketId === basketId || !isNobodys) return undefined;
      const others = found.filter((one) => one.basketId !== basketId);
      found = [...others, { basketId, exchanges: [owner.exchange, exchange.n] }].slice(-telling);
      found = found.filter((one) => !renamed.has(one.basketId));
      if (found.length < telling || renamed.has(owner.basketId)) return undefined;
      const exchanges = found.flatMap((one) => one.exchanges);
      found = [];
      return {
        message:
          'Baskets that were not ordered show the oaOrderId of an order that was placed of another basket; show that of an order of the basket itself, or none.',
        expected: 'no oaOrderId',
        actual: `oaOrderId ${JSON.stringify(oaOrderId)}, of an order of basket ${JSON.stringify(owner.basketId)}`,
        pointer: '/oaOrderId',
        exchanges,
        cause: 'order of another basket',
      };
    },
  };
};

interface Shown {
  readonly asked: string;
  readonly basketId: string;
  readonly oaOrderId: string | undefined;
  readonly isNobodys: boolean;
}

const shownIn = (exchange: Exchange): Shown | undefined => {
  const { name } = exchange.call;
  if (name !== 'retrieval' && name !== 'recalculation' && name !== 'lock') return undefined;
  const read = readAnswer(exchange);
  const asked = scannedBasket(exchange) ?? requestedBasket(exchange);
  const body = Object(read.kind === 'answered' ? read.body : undefined) as Record<string, unknown>;
  const { id: basketId, oaOrderId } = body;
  if (asked === undefined || typeof basketId !== 'string' || isPartlyKept(exchange.request.body)) return undefined;
  const { made } = exchange.facts;
  // A shop may have a name for whoever has not logged in.
  const isNobodys = [made ?? body, requestIn(exchange)].every((one) => (one['loggedUser'] ?? undefined) === undefined);
  return { asked, basketId, oaOrderId: typeof oaOrderId === 'string' ? oaOrderId : undefined, isNobodys };
};
