import { readAnswer } from '../../judging/answer.ts';
import type { Exchange } from '../../exchange.ts';
import { broken, defineMerchantLaw, holds, untold } from '../define.ts';
import { createMemory } from '../memory.ts';
import { sentOrder } from './confirmations.ts';
import { isNormalised } from './oa-order-id-echo.ts';

const id = 'basket/oa-order-id';

interface Ordered {
  /** That may be shown: those it was ordered under, and what it showed before. */
  readonly known: readonly string[];
  /** The last order of it that was confirmed. */
  readonly confirmedAt?: number;
}

/** No basket is ordered more often, so that what a stranger's traffic makes us remember has an end. */
const mostKnown = 20;

/** Resources › Basket: oaOrderId is the platform's id of its order, if known. Until it is ordered here nobody knows of which. */
export const shownOrder = defineMerchantLaw({
  id: 'order/shown-order',
  covers: [id],
  start: ({ budget }) => {
    const baskets = createMemory<Ordered>(budget);
    const learn = (basketId: string, oaOrderId: string, more: Partial<Ordered> = {}): void => {
      const before = baskets.get(basketId) ?? { known: [] };
      baskets.set(basketId, {
        ...before,
        ...more,
        known: [...new Set([oaOrderId, ...before.known])].slice(0, mostKnown),
      });
    };
    return {
      see(exchange) {
        const order = sentOrder(exchange);
        if (order?.basketId !== undefined) {
          const isConfirmed = order.read.kind === 'answered' && order.shopOrderId !== undefined;
          learn(order.basketId, order.oaOrderId, isConfirmed ? { confirmedAt: exchange.n } : {});
        }
        const shown = shownIn(exchange);
        if (shown === undefined) return [];
        const { known, confirmedAt } = baskets.get(shown.basketId) ?? { known: [] };
        if (confirmedAt === undefined) {
          learn(shown.basketId, shown.oaOrderId);
          return [];
        }
        if (known.some((one) => one === shown.oaOrderId || isNormalised(one, shown.oaOrderId))) return [holds(id)];
        return [
          broken(id, {
            message:
              'A basket that was ordered shows the oaOrderId of no order of it; show the one it was ordered under, or none.',
            expected: `oaOrderId ${JSON.stringify(known[0])}, or none`,
            actual: `oaOrderId ${JSON.stringify(shown.oaOrderId)}`,
            pointer: '/oaOrderId',
            exchanges: [confirmedAt, exchange.n],
            cause: 'oaOrderId of another order',
          }),
        ];
      },
      end: () => [untold(id, 'no basket that was ordered showed an oaOrderId')],
    };
  },
});

const answersWithBasket = ['retrieval', 'recalculation', 'lock'];

const shownIn = (exchange: Exchange): { readonly basketId: string; readonly oaOrderId: string } | undefined => {
  if (!answersWithBasket.includes(exchange.call.name)) return undefined;
  const read = readAnswer(exchange);
  const { id: basketId, oaOrderId } = Object(read.kind === 'answered' ? read.body : undefined) as Record<
    string,
    unknown
  >;
  return typeof basketId === 'string' && typeof oaOrderId === 'string' ? { basketId, oaOrderId } : undefined;
};
