import { type Finding, instantOf } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isObject } from '../../json.ts';
import { shortened } from '../../retention/shortened.ts';
import { answeredBasket, discountsOf, hasError, linesIn, objectsIn } from '../../ledgers/shop/answers.ts';
import { requestIn } from '../../ledgers/shop/requested-basket.ts';
import { broken, defineMerchantLaw } from '../define.ts';
import { createMemory } from '../../retention/memory.ts';
import { sentOrder } from './confirmations.ts';

const id = 'order/confirmed';

/** The last answer about a basket. */
interface Shown {
  readonly isWhole: boolean;
  /** Undefined where it names no moment. */
  readonly until: number | undefined;
}

/** A try that was answered 5xx while nothing else was under way. */
interface Crashed {
  readonly exchange: number;
  readonly answeredAt: number;
}

/**
 * Endpoints › Merchant-hosted › 4: an order is confirmed. One that is answered 5xx twice, as another one of the same kind was
 * confirmed before, is not declined for what it holds: its basket was last shown whole, and lives. A 4xx may be right, and so may
 * a 5xx to copies or beside other orders be a matter of these. That none was declined so says nothing of how orders are confirmed.
 */
export const stillConfirmed = defineMerchantLaw({
  id: 'order/still-confirmed',
  covers: [id],
  start: ({ budget }) => {
    const shown = createMemory<Shown>(budget, { most: 2_000 });
    const confirmed = createMemory<number>(budget, { most: 2_000 });
    const crashed = createMemory<Crashed>(budget, { most: 2_000 });
    /** Known, raced or unheard, or told of once. */
    const over = createMemory<true>(budget, { most: 2_000 });
    let lastOrder = Number.NEGATIVE_INFINITY;
    return {
      see(exchange) {
        const { call, n, at, answeredAt } = exchange;
        if (call.name === 'retrieval' || call.name === 'recalculation' || call.name === 'lock') {
          note(shown, exchange);
          return [];
        }
        const order = sentOrder(exchange);
        if (order === undefined) return [];
        const { oaOrderId, basketId, read, unheard } = order;
        const isAlone = at >= lastOrder && (exchange.facts.beside ?? []).length === 0;
        lastOrder = Math.max(lastOrder, answeredAt);
        const kind = kindOf(exchange);
        if (read.kind === 'answered') confirmed.set(kind, n);
        const isCrash = read.kind === 'refused' && read.status >= 500 && !unheard && isAlone;
        if (!isCrash) over.set(oaOrderId, true);
        const basket = basketId === undefined ? undefined : shown.get(basketId);
        const alike = confirmed.get(kind);
        const before = crashed.get(oaOrderId);
        if (!isCrash || over.has(oaOrderId)) return [];
        crashed.set(oaOrderId, { exchange: n, answeredAt });
        const isGood = basket?.isWhole === true && basket.until !== undefined && basket.until > answeredAt;
        if (before === undefined || alike === undefined || !isGood) return [];
        over.set(oaOrderId, true);
        return [broken(id, declined(read.status, [alike, before.exchange, n]))];
      },
      end: () => [],
    };
  },
});

const note = (shown: ReturnType<typeof createMemory<Shown>>, exchange: Exchange): void => {
  const basket = answeredBasket(exchange);
  if (typeof basket?.id !== 'string') return;
  const { id: basketId, expiresAt, lines } = basket;
  shown.set(basketId, {
    isWhole: !lines.some(hasError),
    until: instantOf(expiresAt),
  });
};

/** What orders have in common that differ in their ids, prices and people alone. */
const kindOf = (exchange: Exchange): string => {
  const order = requestIn(exchange);
  const basket = isObject(order['basket']) ? order['basket'] : {};
  const delivery = isObject(order['deliveryDetails']) ? order['deliveryDetails'] : {};
  const lines = (linesIn(basket) ?? []).map(({ id: product, quantity }) => JSON.stringify([product, quantity]));
  const codes = discountsOf(basket['price']).map(({ code }) => JSON.stringify(code));
  const texts = JSON.stringify([delivery, order['billingDetails']]).replaceAll(/[\w .,@:{}[\]"-]/gu, '');
  return shortened(
    JSON.stringify([
      lines.toSorted(),
      codes.toSorted(),
      [delivery['type'], delivery['method'], delivery['subType'], texts],
      [
        order['billingDetails'] !== undefined,
        (objectsIn(order['consents']) ?? []).length,
        basket['loggedUser'] !== undefined,
      ],
    ]),
  );
};

const declined = (status: number, exchanges: readonly number[]): Finding => ({
  message:
    'An order was answered with a server error twice, though its basket was shown whole and lives, and an order of the same kind was confirmed before; take orders for as long as they come.',
  expected: '2xx with a confirmation, as before',
  actual: `HTTP ${status}`,
  exchanges,
  cause: 'declined though others were confirmed',
});
