import { broken, defineMerchantLaw, holds, untold, warned } from '../define.ts';
import { createMemory } from '../memory.ts';
import { sentOrder } from './confirmations.ts';

const id = 'order/oa-order-id-echo';

/** Resources › Order confirmation: it carries the oaOrderId of the order. */
export const oaOrderIdEcho = defineMerchantLaw({
  id: 'order/oa-order-id-echo',
  covers: [id],
  start: ({ budget }) => {
    /** The first order that was sent under each oaOrderId. */
    const sent = createMemory<number>(budget);
    return {
      see(exchange) {
        const order = sentOrder(exchange);
        if (order === undefined) return [];
        const { oaOrderId, echo, unheard } = order;
        if (sent.get(oaOrderId) === undefined) sent.set(oaOrderId, exchange.n);
        if (echo === undefined || unheard) return [];
        if (echo === oaOrderId) return [holds(id)];
        const owner = sent.get(echo);
        return [
          (isNormalised(oaOrderId, echo) ? warned : broken)(id, {
            message:
              owner === undefined
                ? 'The confirmation carries another oaOrderId than the order; copy it from the order unchanged.'
                : 'The order was answered with the confirmation of another one; look up what was ordered before by the whole oaOrderId, and place every order that has another.',
            expected: `oaOrderId "${oaOrderId}"`,
            actual: `oaOrderId "${echo}"${owner === undefined ? '' : ', which was sent before'}`,
            pointer: '/oaOrderId',
            exchanges: [...(owner === undefined ? [] : [owner]), exchange.n],
            cause: owner === undefined ? 'another oaOrderId' : 'confirmation of another order',
          }),
        ];
      },
      end: () => [untold(id, 'no confirmation carries an oaOrderId')],
    };
  },
});

/** What an id may be written like is not shown: one that is only written plainer is another text and perhaps no other id. */
const isNormalised = (sent: string, echo: string): boolean => normal(sent) !== sent && normal(echo) === normal(sent);

const normal = (id: string): string => id.normalize('NFKC').trim().toLowerCase();
