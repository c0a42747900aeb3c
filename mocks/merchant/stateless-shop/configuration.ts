import type { Config } from '#schemas';
import { fixtureProducts } from '../fixture-products.ts';
import type { Assortment } from '../inventory/assortment.ts';
import { willowCodes } from './calculation.ts';

export const willowToken = 'willow-Zm9v-c2VjcmV0';
export const willowBaskets = ['koszyk-żółć', '篮子 2', '🧺3', 'k4', 'Ω'.repeat(36), 'k 6 / część'];

export const willowConfiguration = (baseUrl: string, assortment: Assortment): Config => ({
  target: { name: 'Willow reference shop', version: '2' },
  merchant: {
    basketUrl: `${baseUrl}/api/checkout?shop=pl&part=basket`,
    recalculateUrl: `${baseUrl}/api/checkout?shop=pl&part=recalculation`,
    orderUrl: `${baseUrl}/api/orders/`,
    catalogueUrl: `${baseUrl}/api/items?shop=pl`,
    headers: { 'X-Shop-Token': willowToken, Authorization: 'Basic b2E6b2E=' },
    budget: { concurrency: 8 },
    fixtures: {
      baskets: [...willowBaskets],
      products: fixtureProducts(assortment),
      discountCodes: {
        valid: [...willowCodes.valid],
        EXPIRED: [...willowCodes.EXPIRED],
        INVALID: [...willowCodes.INVALID],
        NOT_APPLICABLE: [...willowCodes.NOT_APPLICABLE],
        USED: [...willowCodes.USED],
      },
    },
  },
  triggers: {
    createBasket: {
      http: { url: `${baseUrl}/test/carts`, method: 'POST', body: { items: '{{lines}}', codes: '{{discountCodes}}' } },
      result: '/data/id',
    },
    createShortLivedBasket: {
      http: { url: `${baseUrl}/test/carts?lifetime={{seconds}}`, method: 'POST' },
      result: '/data/id',
    },
    pushBasketChange: {
      http: { url: `${baseUrl}/test/carts/{{basketId}}/push`, method: 'PUT', body: { to: '{{platformUrl}}' } },
    },
    changeProduct: { http: { url: `${baseUrl}/test/items/{{productId}}`, method: 'PATCH' } },
    removeProduct: { http: { url: `${baseUrl}/test/items/{{productId}}`, method: 'DELETE' } },
  },
});
