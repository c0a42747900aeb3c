import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { answeredBasket, isAmount, objectsIn } from '../../../ledgers/shop/answers.ts';
import { createCompareAmounts } from './other-unit.ts';
import { requestIn } from '../../../ledgers/shop/requested-basket.ts';

/** Baskets whose deliveries were offered before. */
export interface DeliveryUnits {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Resources › Conventions: delivery amounts are in 1/100 of the currency unit as well. What a delivery costs may follow what is
 * delivered and to whom; that several of a basket, at unlike costs, all come to cost just a hundredth is the other unit.
 */
export const createDeliveryUnits = (budget: ByteBudget): DeliveryUnits => {
  const compare = createCompareAmounts(budget);
  return {
    see(exchange) {
      const read = offeredIn(exchange);
      const { both = [], ratio, exchange: earlier = 0 } = (read && compare(read.id, read.costs, exchange.n)) ?? {};
      if (ratio === undefined) return undefined;
      const inWords = (which: 'then' | 'now'): string => both.map((one) => `${one.what} for ${one[which]}`).join(', ');
      return {
        message: `The same deliveries cost ${ratio} of what they cost in an earlier answer about this basket: one of the two is not in 1/100 of the currency unit. Write amounts in one unit wherever a basket is answered or pushed.`,
        expected: inWords('then'),
        actual: inWords('now'),
        pointer: '/deliveryOptions',
        exchanges: [earlier, exchange.n],
        cause: `deliveries of a ${exchange.call.name} in another unit`,
      };
    },
  };
};

interface Offered {
  readonly id: string;
  /** By key, of deliveries that are offered at one cost. */
  readonly costs: ReadonlyMap<string, number>;
}

const offeredIn = (exchange: Exchange): Offered | undefined => {
  const basket = exchange.call.name === 'basketChange' ? requestIn(exchange) : answeredBasket(exchange);
  const { id, deliveryOptions } = basket ?? {};
  const options = objectsIn(deliveryOptions);
  if (typeof id !== 'string' || options === undefined) return undefined;
  const costs = new Map<string, number>();
  for (const [key, alike] of Map.groupBy(options, (option) => option['key'])) {
    const [cost, ...others] = new Set(alike.map((option) => option['cost']));
    if (typeof key === 'string' && isAmount(cost) && others.length === 0) costs.set(key, cost);
  }
  return { id, costs };
};
