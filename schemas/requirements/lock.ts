import { requirementsSharing } from './requirement.ts';

export const lock = requirementsSharing({
  level: 'must',
  party: 'merchant',
  how: ['behaviour'],
  needs: ['merchant.recalculateUrl'],
  capability: 'merchant.lock',
})({
  'lock/answers': {
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'POST {recalculate_url}?lock=true is answered with a 2xx status and a basket, as a recalculation is.',
    how: ['schema'],
    check: 'Says no for another status, no answer, or a body that is no JSON object.',
  },
  'lock/expires-in-future': {
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'expiresAt of a locked basket lies in the future: until then it is valid and locked.',
    check:
      'Of every lock; compared with the clock of this machine when the answer arrived. A basket that had expired before it was locked is not judged.',
  },
  'lock/shortage-reported': {
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'What cannot be locked is answered with the part that is available, and an error code.',
    how: ['behaviour', 'trigger'],
    check:
      'More than the limit of a limited product is locked, also by the basket that holds all there is. Another basket is shown what is left before and after.',
    needs: ['merchant.recalculateUrl', 'merchant.fixtures.products.limited'],
  },
  'lock/as-recalculated': {
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'A lock shows what a recalculation of the same request shows: the same products, quantities, prices, discount codes and currency, or an error code that says why not.',
    check:
      'A basket is recalculated twice and then locked with the same request, also with bad codes. Every other lock is compared with what its basket was last shown with.',
  },
  'lock/orderable': {
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'A locked basket that is ordered before its expiresAt is confirmed.',
    check:
      'A basket is locked and ordered at once, and another after a change of its products. Baskets that share the last units are ordered before their locks end.',
    needs: ['merchant.recalculateUrl', 'merchant.orderUrl'],
    alsoCapability: 'merchant.orders',
  },
  'lock/last-unit-once': {
    level: 'should',
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'Of two baskets that lock the last unit at once, at most one gets it without an error.',
    how: ['behaviour', 'property', 'trigger'],
    check:
      'Two fresh baskets lock all that is left of a limited product at the same moment. Where a third basket gets as many, stock has come in and nothing is said.',
    needs: ['merchant.recalculateUrl', 'triggers.createBasket', 'merchant.fixtures.products.limited'],
    alsoCapability: 'merchant.limitedStock',
  },
});
