import type { Judgement } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { broken, defineMerchantLaw, holds, untold, warned } from '../define.ts';
import { createMemory } from '../../retention/memory.ts';
import { type SentOrder, sentOrder } from './confirmations.ts';
import { isNormalised } from './normalised-id.ts';
import { createOrdersOfOthers } from './order-of-another.ts';
import { createShownOrders } from './shown-order.ts';

const id = 'order/oa-order-id-echo';

/** Resources › Order confirmation, Basket: either carries the oaOrderId of the order, the basket if it is known. */
export const oaOrderIdEcho = defineMerchantLaw({
  id: 'order/oa-order-id-echo',
  covers: [id],
  start: ({ budget }) => {
    /** The first order that was sent under each oaOrderId, and the shopOrderId that one was confirmed with. */
    const sent = createMemory<{ readonly exchange: number; readonly shopOrderId: string | undefined }>(budget);
    const shown = createShownOrders(budget);
    const others = createOrdersOfOthers(budget);
    const ofBasket = (exchange: Exchange, order: SentOrder | undefined): readonly Judgement[] => {
      const { isOwn, findings } = shown.see(exchange, order);
      const other = others.see(exchange, order);
      const all = other === undefined ? findings : [...findings, other];
      return [...all.map((one) => broken(id, one)), ...(isOwn ? [holds(id)] : [])];
    };
    const ofConfirmation = (exchange: Exchange, order: SentOrder): readonly Judgement[] => {
      const { oaOrderId, shopOrderId, echo, unheard } = order;
      const before = sent.get(oaOrderId);
      if (before?.shopOrderId === undefined)
        sent.set(oaOrderId, { exchange: before?.exchange ?? exchange.n, shopOrderId });
      if (echo === undefined || unheard) return [];
      if (echo === oaOrderId) return [holds(id)];
      const owner = sent.get(echo);
      // That of an order which was placed under another id is no other spelling of this one.
      const isSame = owner?.shopOrderId !== undefined && owner.shopOrderId === shopOrderId;
      const isSpelling = isNormalised(oaOrderId, echo) && !isSame;
      const other = isSpelling ? undefined : owner;
      const finding = {
        message:
          other === undefined
            ? 'The confirmation carries another oaOrderId than the order; copy it from the order unchanged.'
            : 'The order was answered with the confirmation of another one; look up what was ordered before by the whole oaOrderId, and place every order that has another.',
        expected: `oaOrderId "${oaOrderId}"`,
        actual: `oaOrderId "${echo}"${other === undefined ? '' : ', which was sent before'}`,
        pointer: '/oaOrderId',
        exchanges: [...(other === undefined ? [] : [other.exchange]), exchange.n],
        cause: other === undefined ? 'another oaOrderId' : 'confirmation of another order',
      };
      return [isSpelling ? warned(id, finding, 'it is the same id in another spelling') : broken(id, finding)];
    };
    return {
      see(exchange) {
        const order = sentOrder(exchange);
        return [...(order ? ofConfirmation(exchange, order) : []), ...ofBasket(exchange, order)];
      },
      end: () => [...shown.end().map((one) => broken(id, one)), untold(id, 'no confirmation carries an oaOrderId')],
    };
  },
});
