import { broken, defineMerchantLaw, holds, untold } from '../define.ts';
import { createMemory } from '../../retention/memory.ts';
import { sentOrder } from './confirmations.ts';

const id = 'order/distinct-orders';

/** Different oaOrderIds are different orders. */
export const distinctOrders = defineMerchantLaw({
  id: 'order/distinct-orders',
  covers: [id],
  start: ({ budget }) => {
    const owners = createMemory<{ readonly oaOrderId: string; readonly exchange: number }>(budget);
    let first: string | undefined;
    return {
      see(exchange) {
        const order = sentOrder(exchange);
        if (order?.shopOrderId === undefined) return [];
        const { oaOrderId, shopOrderId } = order;
        const owner = owners.get(shopOrderId);
        first ??= oaOrderId;
        if (owner === undefined) owners.set(shopOrderId, { oaOrderId, exchange: exchange.n });
        if (owner === undefined) return first === oaOrderId ? [] : [holds(id)];
        if (owner.oaOrderId === oaOrderId) return [];
        return [
          broken(id, {
            message:
              'Two different orders were confirmed with one shopOrderId; give every oaOrderId an order of its own.',
            expected: 'a shopOrderId for each oaOrderId',
            actual: `shopOrderId "${shopOrderId}" for "${owner.oaOrderId}" and "${oaOrderId}"`,
            pointer: '/shopOrderId',
            exchanges: [owner.exchange, exchange.n],
            cause: 'shared shopOrderId',
          }),
        ];
      },
      end: () => [untold(id, 'fewer than two orders were confirmed', 'triggers.createBasket')],
    };
  },
});
