import { requirementsSharing } from './requirement.ts';

export const basketChange = requirementsSharing({
  level: 'must',
  party: 'merchant',
  how: ['behaviour', 'trigger'],
  needs: ['triggers.pushBasketChange'],
  capability: 'merchant.basketChange',
})({
  'basket-change/body': {
    clause: 'Endpoints › Platform-hosted',
    rule: 'The body of a basket change is a basket: a JSON object that every basket row judges.',
    how: ['schema', 'trigger'],
    check:
      'The trigger makes the merchant push a change. A body that is no JSON object says no; what is wrong inside is charged to the row that owns the place.',
  },
  'basket-change/deliverable': {
    clause: 'Errors › Basket change errors',
    rule: 'A pushed basket has not expired and has delivery options.',
    check:
      'A push that the platform would answer with BasketExpiredException or MissingDeliveryOptionsException says no. Later pushes of a basket that lives are judged too.',
  },
  'basket-change/known-basket': {
    clause: 'Endpoints › Platform-hosted',
    rule: 'A pushed basket has the id of a basket the platform has loaded, and holds what that basket holds.',
    check:
      'Each push is compared with the basket the trigger was given, and with a retrieval right after it. A difference counts when it shows twice.',
  },
  'basket-change/called-right': {
    clause: 'Endpoints › Platform-hosted',
    rule: 'A basket change is pushed by POST to the basket change path, as JSON.',
    check: 'Everything the merchant sends is watched. No Content-Type at all is only a warning.',
  },
  'basket-change/survives-rejection': {
    level: 'should',
    clause: 'Errors › Basket change errors',
    rule: 'A push answered with 400 leaves the merchant working.',
    check: 'One push is refused on purpose; the next one must arrive and be well-formed.',
  },
});
