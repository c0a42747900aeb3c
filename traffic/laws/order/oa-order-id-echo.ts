import { broken, defineMerchantLaw, holds, untold, warned } from '../define.ts';
import { sentOrder } from './confirmations.ts';

const id = 'order/oa-order-id-echo';

/** Resources › Order confirmation: it carries the oaOrderId of the order. */
export const oaOrderIdEcho = defineMerchantLaw({
  id: 'order/oa-order-id-echo',
  covers: [id],
  start: () => ({
    see(exchange) {
      const order = sentOrder(exchange);
      if (order?.echo === undefined || order.unheard) return [];
      if (order.echo === order.oaOrderId) return [holds(id)];
      return [
        (isNormalised(order.oaOrderId, order.echo) ? warned : broken)(id, {
          message: 'The confirmation carries another oaOrderId than the order; copy it from the order unchanged.',
          expected: `oaOrderId "${order.oaOrderId}"`,
          actual: `oaOrderId "${order.echo}"`,
          pointer: '/oaOrderId',
          exchanges: [exchange.n],
          cause: 'another oaOrderId',
        }),
      ];
    },
    end: () => [untold(id, 'no confirmation carries an oaOrderId')],
  }),
});

/** What an id may be written like is not shown: one that is only written plainer is another text and perhaps no other id. */
const isNormalised = (sent: string, echo: string): boolean => normal(sent) !== sent && normal(echo) === normal(sent);

const normal = (id: string): string => id.normalize('NFKC').trim().toLowerCase();
