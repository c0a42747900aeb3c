import { requirementsSharing } from './requirement.ts';

export const recalculation = requirementsSharing({
  level: 'must',
  party: 'merchant',
  how: ['behaviour', 'trigger'],
  needs: ['merchant.recalculateUrl'],
})({
  'recalculation/answers': {
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'POST {recalculate_url} with a reduced basket is answered with a 2xx status and a basket.',
    how: ['schema'],
    check:
      'Read in every answer: a request that cannot be met is answered the same way, with error codes inside. A request for nothing may be refused, but not with a 5xx.',
  },
  'recalculation/change-reflected': {
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'A change that can be met shows in the answer: the product has the quantity asked for, and no error.',
    how: ['behaviour', 'property'],
    check:
      'Random quantities and removals are asked for, on products known to be available. The answer is compared with the request.',
  },
  'recalculation/bad-discount-reported': {
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'A discount code that cannot be applied comes back with its error code.',
    check:
      'Each bad code of the fixtures is sent, alone and beside a shortage. The answer is compared with the same request without the code.',
    needs: ['merchant.recalculateUrl', 'merchant.fixtures.discountCodes'],
  },
  'recalculation/every-discount': {
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'Of several discount codes each comes back, applied or with its error; one that the request leaves out no longer counts, also where it was stored with the basket.',
    check: 'Several codes are sent together and compared with the answers to each alone. Then one is left out again.',
    needs: ['merchant.recalculateUrl', 'merchant.fixtures.discountCodes.valid'],
    capability: 'merchant.discountCodes',
  },
  'recalculation/shortage-reported': {
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'What cannot be supplied as asked is answered with 2xx, the part that is available, and OUT_OF_STOCK or QUANTITY_TOO_BIG on the product.',
    check:
      'More than the limit of a limited product is asked for, alone and beside others. A product that nobody knows is asked for too.',
    needs: ['merchant.recalculateUrl', 'merchant.fixtures.products.limited'],
  },
  'recalculation/available-quantity': {
    level: 'should',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'A product reported short carries no more than what is available, and costs no more than that.',
    check:
      'After a shortage the quantity and price in the answer are compared with the configured limit. Whether it is the limit or less is left to the merchant.',
    needs: ['merchant.recalculateUrl', 'merchant.fixtures.products.limited'],
    capability: 'merchant.limitedStock',
  },
  'recalculation/keeps-basket-id': {
    level: 'should',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'A recalculated basket keeps the id it was asked for with.',
    how: ['behaviour'],
    check: 'The id in the answer is compared with the one in the request.',
  },
  'recalculation/repeatable': {
    level: 'should',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'The same request twice gives the same products, quantities and prices.',
    how: ['behaviour', 'property'],
    check:
      'The request is repeated at once; expiresAt and requestId may differ. Prices before discount and what a delivery costs are compared as well.',
  },
  'recalculation/good-discount-applied': {
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'A valid discount code comes back among the discounts, without an error.',
    check:
      'Each valid code of the fixtures is sent. NOT_APPLICABLE counts only if it is so for ten times as much as well.',
    needs: ['merchant.recalculateUrl', 'merchant.fixtures.discountCodes.valid'],
    capability: 'merchant.discountCodes',
  },
  'recalculation/path-independent': {
    level: 'should',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'Only the last request counts: walks of changes that end in the same request end in the same basket.',
    how: ['behaviour', 'property'],
    check: 'Two random walks to the same request are compared by products, quantities and prices.',
  },
  'recalculation/logged-user': {
    level: 'should',
    clause: 'Resources and their fields › Basket',
    rule: 'A request with a loggedUser of up to 255 characters is accepted.',
    how: ['behaviour'],
    check: 'A short and a 255 character loggedUser are sent. A user that nobody knows may be refused.',
  },
});
