import { defineRequirements } from './requirement.ts';

export const lock = defineRequirements({
  'lock/answers': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'POST {recalculate_url}?lock=true is answered with a 2xx status and a basket, as a recalculation is.',
    how: ['schema'],
    check: 'Says no for another status, no answer, or a body that is no JSON object.',
    needs: ['merchant.recalculateUrl'],
    capability: 'merchant.lock',
  },
  'lock/expires-in-future': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'expiresAt of a locked basket lies in the future: until then it is valid and locked.',
    how: ['behaviour'],
    check:
      'Of every lock; compared with the clock of this machine when the answer arrived. A basket that had expired before it was locked is not judged.',
    needs: ['merchant.recalculateUrl'],
    capability: 'merchant.lock',
  },
  'lock/shortage-reported': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'A lock is answered as a recalculation is; what cannot be locked so is answered with the part that is available, and error codes.',
    how: ['behaviour', 'trigger'],
    check:
      'More than the limit of a limited product is locked. Another status, or a product without an error that falls short, says no; so does a lock with less of a product and no error whose contents had been shown whole before, or with more than a recalculation had just shown. So does a bad discount code without the error that a recalculation puts on it, or for which alone the lock is refused, and so do the products of another basket that is locked at the same moment, and one that the request leaves out. A code that is used up by the lock of the very basket it was in force for says no, and so does one that two baskets had in force as they were recalculated, and that every lock of the very same refuses. A line with an error that holds more than there is, or costs as much, is a warning. Of a lock without errors, products, prices, currency and policies have to be those that two recalculations of the same request have just shown; where it agrees with the basket as it was scanned, nothing is said. So does a lock that is short of the last units it has set aside itself: another basket is shown all of them before it, none then, and all again once it is locked without them, twice in a row. So do lines of two locked baskets at the price at which more of the product stood in an earlier answer about that basket, where the basketValue has it in it and no recalculation had as few at that price.',
    needs: ['merchant.recalculateUrl', 'merchant.fixtures.products.limited'],
    capability: 'merchant.lock',
  },
  'lock/orderable': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'A locked basket that is ordered before its expiresAt is confirmed.',
    how: ['behaviour'],
    check:
      'A basket is locked and ordered at once, with the amounts of the lock. A refusal says no. Where two baskets have locked more of a limited product than there is, both are ordered before their locks end; one that is refused while the other is confirmed says no. So are they where the units of one lock are given to another basket later, or once the first is locked again and retrieved. One whose product was changed since the lock is ordered too; a refusal says no where another basket, locked since, is confirmed, and where that one is refused as well while a locked basket of other products is confirmed.',
    needs: ['merchant.recalculateUrl', 'merchant.orderUrl'],
    capability: 'merchant.lock',
    alsoCapability: 'merchant.orders',
  },
  'lock/last-unit-once': {
    level: 'should',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'Of two baskets that lock the last unit at once, at most one gets it without an error.',
    how: ['behaviour', 'property', 'trigger'],
    check:
      'Two fresh baskets lock all that is left of a limited product at the same moment, beside another product. Two full locks say no, and so does a full one of the other basket before the first has ended, and right after the first has asked for more than there is and was answered with all that is left. Where a third basket, or the first again, is given as many as well, more has come in, and nothing is said.',
    needs: ['merchant.recalculateUrl', 'triggers.createBasket', 'merchant.fixtures.products.limited'],
    capability: 'merchant.lock',
    alsoCapability: 'merchant.limitedStock',
  },
});
