import type { Config } from '#schemas';
import type { Assortment } from '../inventory/assortment.ts';
import { fixtureProducts } from '../fixture-products.ts';
import { graniteCodes } from './baskets.ts';

export const graniteToken = 'granite-4f1c9a7e';
export const graniteBaskets = ['demo-1', 'Demo:2', 'b~3', 'G+4/a b?=&%', '5'.repeat(36), 'demo-6'];

export const graniteConfiguration = (baseUrl: string, assortment: Assortment): Config => {
  const http = (path: string, body: object) => ({ http: { method: 'POST', url: `${baseUrl}${path}`, body } });
  return {
    target: { name: 'Granite reference shop', version: '1' },
    merchant: {
      basketUrl: `${baseUrl}/oa/basket`,
      recalculateUrl: `${baseUrl}/oa/recalculate`,
      orderUrl: `${baseUrl}/oa/order`,
      catalogueUrl: `${baseUrl}/oa/catalogue`,
      headers: { Authorization: `Bearer ${graniteToken}` },
      fixtures: {
        baskets: [...graniteBaskets],
        products: fixtureProducts(assortment),
        discountCodes: {
          valid: [...graniteCodes.valid],
          EXPIRED: [...graniteCodes.EXPIRED],
          INVALID: [...graniteCodes.INVALID],
          NOT_APPLICABLE: [...graniteCodes.NOT_APPLICABLE],
          USED: [...graniteCodes.USED],
        },
      },
    },
    triggers: {
      createBasket: {
        ...http('/test/baskets', {
          lines: '{{lines}}',
          discountCodes: '{{discountCodes}}',
          loggedUser: '{{loggedUser}}',
        }),
        result: '/basketId',
      },
      createShortLivedBasket: { ...http('/test/short-baskets', { seconds: '{{seconds}}' }), result: '/basketId' },
      pushBasketChange: http('/test/push', { basketId: '{{basketId}}', platformUrl: '{{platformUrl}}' }),
      changeProduct: http('/test/change', { productId: '{{productId}}' }),
      removeProduct: http('/test/remove', { productId: '{{productId}}' }),
    },
  };
};
