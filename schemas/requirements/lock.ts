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
    rule: 'What cannot be locked is answered with the part that is available, and an error code.',
    how: ['behaviour', 'trigger'],
    check:
      'More than the limit of a limited product is locked, also by the basket that holds all there is. Another status, or a product without an error that falls short, says no. A line with an error that holds more than there is, or costs as much, is a warning. A lock that reports a shortage of units that it has set aside itself says no: another basket is shown all of them before it, none then, and all again once it is locked without them, twice in a row.',
    needs: ['merchant.recalculateUrl', 'merchant.fixtures.products.limited'],
    capability: 'merchant.lock',
  },
  'lock/as-recalculated': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'A lock shows what a recalculation of the same request shows: the same products, quantities, prices, discount codes and currency, or an error code that says why not.',
    how: ['behaviour'],
    check:
      'A basket is recalculated twice and then locked with the same request. A lock without errors that shows other products, quantities, prices, codes, currency or deliveries than both recalculations says no; one that agrees with the basket as it was scanned does not. Two recalculations that differ say nothing. Every other lock is compared with what its basket was last shown with: less of a product and no error, or more than was asked for, says no. So does a product that the request leaves out, or that only a basket locked at the same moment asks for. A bad discount code says no where the lock drops it, has it without the error of the recalculations, or is refused for it alone; a valid one where the lock drops it, where the lock of its own basket uses it up, or where every lock refuses it. Lines at the price of more units than they hold say no in the second basket. Policies belong to basket/policies-omitted-when-none.',
    needs: ['merchant.recalculateUrl'],
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
