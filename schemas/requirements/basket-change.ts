import { defineRequirements } from './requirement.ts';

export const basketChange = defineRequirements({
  'basket-change/body': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Platform-hosted',
    rule: 'The body of a basket change is a basket: a JSON object that every basket row judges.',
    how: ['schema', 'trigger'],
    check:
      'The trigger makes the merchant push a change. A body that is no JSON object says no; what is wrong inside is charged to the row that owns the place.',
    needs: ['triggers.pushBasketChange'],
    capability: 'merchant.basketChange',
  },
  'basket-change/deliverable': {
    level: 'must',
    party: 'merchant',
    clause: 'Errors › Basket change errors',
    rule: 'A pushed basket has not expired and has delivery options.',
    how: ['behaviour', 'trigger'],
    check:
      'A push that the platform would answer with BasketExpiredException or MissingDeliveryOptionsException says no. Later pushes of a basket that lives are judged too.',
    needs: ['triggers.pushBasketChange'],
    capability: 'merchant.basketChange',
  },
  'basket-change/known-basket': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Platform-hosted',
    rule: 'A pushed basket has the id of a basket the platform has loaded, and holds what that basket holds.',
    how: ['behaviour', 'trigger'],
    check:
      'The id of the push is compared with the basket the trigger was given. The basket is retrieved right after the push; where it has changed and the push holds other products or quantities, or lacks what stood in it before and after, another push is asked for, and two such pushes in a row say no. Otherwise a basket that is retrieved as before says nothing. So do a push that was answered 400 and is made again under an id that nobody has loaded, and two pushes that hold what two other baskets hold while the basket is retrieved as before.',
    needs: ['triggers.pushBasketChange'],
    capability: 'merchant.basketChange',
  },
  'basket-change/called-right': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Platform-hosted',
    rule: 'A basket change is pushed by POST to the basket change path, as JSON.',
    how: ['behaviour', 'trigger'],
    check:
      'Everything the merchant sends is watched. Another method, another spelling of the path (case, slashes, percent-encoding) or a Content-Type of something else than JSON says no; no Content-Type at all is a warning.',
    needs: ['triggers.pushBasketChange'],
    capability: 'merchant.basketChange',
  },
  'basket-change/survives-rejection': {
    level: 'should',
    party: 'merchant',
    clause: 'Errors › Basket change errors',
    rule: 'A push answered with 400 leaves the merchant working.',
    how: ['behaviour', 'trigger'],
    check: 'One push is refused on purpose; the next one must arrive and be well-formed.',
    needs: ['triggers.pushBasketChange'],
    capability: 'merchant.basketChange',
  },
});
