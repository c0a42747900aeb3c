import { defineRequirements } from './requirement.ts';

export const recalculation = defineRequirements({
  'recalculation/answers': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'POST {recalculate_url} with a reduced basket is answered with a 2xx status and a basket.',
    how: ['schema'],
    check:
      'Says no for another status, no answer, or a body that is no JSON object. A request that cannot be met is answered the same way, with error codes inside. One for none of a product, or for nothing at all, may be refused, and says no where it ends in a 5xx. A basket that is made for a user is recalculated with that user.',
    needs: ['merchant.recalculateUrl'],
  },
  'recalculation/change-reflected': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'A change that can be met shows in the answer: the product has the quantity asked for, and no error.',
    how: ['behaviour', 'property'],
    check:
      'Random quantities and removals are asked for, on products known to be available. Another quantity without an error says no, and so do the products of another basket that is recalculated at the same moment. Two lines of one product are sent back as they came, and have to be added up. A product that comes back though two requests left it out says no, and so does one that is otherwise than asked for only beside one of quantity 0; lines are sent in another order as well. An error on fewer than were scanned says nothing where a basket made with as few is not sold them; one that stays from an earlier request says no where another basket is sold as much. An error says nothing on a product for which another has left no room in the basket. A product that comes back with an empty id, where one that was asked for does not stand at all, says no. A request for nothing that is taken for no change is a warning. Products that are missing twice without an error, beside all others as asked, say no where they are there when asked for by themselves.',
    needs: ['merchant.recalculateUrl'],
  },
  'recalculation/bad-discount-reported': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'A discount code that cannot be applied comes back with its error code.',
    how: ['behaviour', 'trigger'],
    check:
      'Each code of the fixtures is sent; the answer must hold it with an error. One that is silently dropped, accepted, or taken off the basketValue all the same, says no, and so does one whose error is missing only beside a product that is short. Another error than the one it is configured under is a warning: which of the two is wrong, nobody can tell.',
    needs: ['merchant.recalculateUrl', 'merchant.fixtures.discountCodes'],
  },
  'recalculation/every-discount': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'Of several discount codes each comes back, applied or with its error; one that the request leaves out no longer counts, also where it was stored with the basket.',
    how: ['behaviour', 'trigger'],
    check:
      'Codes that come back alone are sent together; one that is missing then, one that is EXPIRED, INVALID or USED alone and has no error then, or a refusal, says no. A code that was in force says no when it is still applied, without an error, in the answer to a request without it, or when its reduction is still in the value. The codes that are left once the applied one is taken out are compared as well. A code that comes back among others with the error of another one is a warning.',
    needs: ['merchant.recalculateUrl', 'merchant.fixtures.discountCodes.valid'],
    capability: 'merchant.discountCodes',
  },
  'recalculation/shortage-reported': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'What cannot be supplied as asked is answered with 2xx, the part that is available, and OUT_OF_STOCK or QUANTITY_TOO_BIG on the product.',
    how: ['behaviour', 'trigger'],
    check:
      'More than the limit of a limited product, or a product out of stock, is asked for. Another status, or a product without an error that falls short, says no; a twin request within the limit must succeed. So does a product that nobody knows where it is sold, or takes others with it; that such a request is refused says nothing. It is asked for twice in a row, and every second product in a basket of a user.',
    needs: ['merchant.recalculateUrl', 'merchant.fixtures.products.limited'],
  },
  'recalculation/available-quantity': {
    level: 'should',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'A product reported short carries no more than what is available, and costs no more than that.',
    how: ['behaviour', 'trigger'],
    check:
      'After a shortage the quantity in the answer is compared with the configured limit; more than that says no. Whether it is the limit or less is left to the merchant. So does the linePrice of as many as were asked for, where as many as there are cost less.',
    needs: ['merchant.recalculateUrl', 'merchant.fixtures.products.limited'],
    capability: 'merchant.limitedStock',
  },
  'recalculation/keeps-basket-id': {
    level: 'should',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'A recalculated basket keeps the id it was asked for with.',
    how: ['behaviour'],
    check: 'The id in the answer is compared with the one in the request.',
    needs: ['merchant.recalculateUrl'],
  },
  'recalculation/repeatable': {
    level: 'should',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'The same request twice gives the same products, quantities and prices.',
    how: ['behaviour', 'property'],
    check:
      'The request is repeated at once; expiresAt and requestId may differ. Prices before discount and what a delivery costs are compared as well.',
    needs: ['merchant.recalculateUrl'],
  },
  'recalculation/good-discount-applied': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'A valid discount code comes back among the discounts, without an error.',
    how: ['behaviour', 'trigger'],
    check:
      'Each valid code of the fixtures is sent. One that is missing, or has an error, says no, also once a bad one was tried in its basket and taken out; one that is NOT_APPLICABLE only if it is so for ten times as much as well. A code that is USED when the same is asked for again in the same basket, though nobody has locked or ordered with it since and another basket has it in force later, is a warning, and says no in a second basket.',
    needs: ['merchant.recalculateUrl', 'merchant.fixtures.discountCodes.valid'],
    capability: 'merchant.discountCodes',
  },
  'recalculation/path-independent': {
    level: 'should',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 2',
    rule: 'Only the last request counts: walks of changes that end in the same request end in the same basket.',
    how: ['behaviour', 'property'],
    check: 'Two random walks to the same request are compared by products, quantities and prices.',
    needs: ['merchant.recalculateUrl'],
  },
  'recalculation/logged-user': {
    level: 'should',
    party: 'merchant',
    clause: 'Resources and their fields › Basket',
    rule: 'A request with a loggedUser of up to 255 characters is accepted.',
    how: ['behaviour'],
    check:
      'A recalculation with a short and one with a 255 character loggedUser are sent; a refusal of the longer one alone says no, and so does a 5xx to either where the request without it succeeds. That a user nobody knows is refused says nothing.',
    needs: ['merchant.recalculateUrl'],
  },
});
