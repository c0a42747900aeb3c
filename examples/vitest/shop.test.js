import { certify } from 'conformance/vitest';
import { createShop } from './shop.js';

const { fetch } = createShop();

certify('merchant', {
  fetch,
  effort: 'quick',
  config: {
    target: { name: 'Mug shop' },
    // What is not claimed is not applicable.
    capabilities: { merchant: { lock: false, basketChange: false, invoice: false, discountCodes: false } },
    // The shop has no test route yet that changes a product, or makes a basket that soon expires.
    tolerate: [
      'order/accepted-within-payment-time',
      'catalogue/change-bumps-updated-at',
      'catalogue/removal-visible',
      'catalogue/change-during-walk',
    ],
    merchant: {
      basketUrl: '/oa/basket',
      recalculateUrl: '/oa/recalculate',
      orderUrl: '/oa/order',
      catalogueUrl: '/oa/catalogue',
      headers: { Authorization: 'Bearer mugs' },
      fixtures: {
        baskets: ['b-1', 'b-2'],
        products: { inStock: ['mug-0-blue', 'mug-1-blue'], outOfStock: ['mug-7-blue'] },
      },
    },
    triggers: {
      createBasket: { http: { method: 'POST', url: '/test/baskets', body: { lines: '{{lines}}' } }, result: '/id' },
    },
  },
});
