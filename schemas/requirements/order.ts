import { requirementsSharing } from './requirement.ts';

export const order = requirementsSharing({
  level: 'must',
  party: 'merchant',
  how: ['behaviour'],
  needs: ['merchant.orderUrl'],
  capability: 'merchant.orders',
})({
  'order/confirmed': {
    clause: 'Endpoints › Merchant-hosted › 4',
    rule: 'An order is answered with a 2xx status and a confirmation. Which 2xx is left open.',
    how: ['schema'],
    check:
      'Every valid order in time counts. Orders of unusual baskets and texts are compared with plain ones that were confirmed.',
  },
  'order/confirmation-fields': {
    clause: 'Resources and their fields › Order placement request',
    rule: 'A confirmation has oaOrderId (string), shopOrderId (string) and returnPolicy.maxReturnDays (integer); it may have more.',
    how: ['schema'],
    check: 'Read in every confirmation. Says no when one is missing or of another type.',
  },
  'order/oa-order-id-echo': {
    clause: 'Endpoints › Merchant-hosted › 4',
    rule: 'A confirmation carries the oaOrderId of its order, a basket that was ordered shows no other, and one that was not shows none of another basket.',
    check:
      'Compared in every confirmation and every basket that was ordered. A plainer spelling of the same id is a warning.',
  },
  'order/idempotent': {
    clause: 'Endpoints › Merchant-hosted › Rules',
    rule: 'Order placement is idempotent on oaOrderId: the same order again gives the same shopOrderId.',
    check:
      'A confirmed order is sent again, at once and later. A 4xx is only a warning, since there is no second order.',
  },
  'order/idempotent-concurrently': {
    clause: 'Endpoints › Merchant-hosted › Rules',
    rule: 'Copies of an order that arrive at once are one order.',
    how: ['behaviour', 'property'],
    check: 'Several copies are sent at the same moment, and one more afterwards. Two different shopOrderIds say no.',
  },
  'order/answers-in-8-seconds': {
    clause: 'Limits › Order placement response time',
    rule: 'An order is answered within 8 seconds.',
    check: 'Timed from the last byte of the request to the last byte of the answer, for every order.',
  },
  'order/distinct-orders': {
    level: 'should',
    clause: 'Endpoints › Merchant-hosted › 4',
    rule: 'Different orders have different shopOrderIds.',
    check: 'All confirmations of the run are compared.',
  },
  'order/every-delivery-option': {
    clause: 'Resources and their fields › Order placement request',
    rule: 'Every delivery option a basket offers can be ordered, with the details of its type.',
    check:
      'One basket is ordered for each key on offer. A refusal says no; a 4xx to an order that is picked up in a store we made up says nothing.',
  },
  'order/optional-parts': {
    clause: 'Resources and their fields › Order placement request',
    rule: 'An order is accepted with and without billingDetails, consents and loggedUser.',
    check: 'Orders that differ in just one of these parts are sent; a refusal of one whose twin is confirmed says no.',
  },
  'order/retry-after-silence': {
    clause: 'Endpoints › Merchant-hosted › Rules',
    rule: 'When the platform got no answer and tries again, it gets the order it asked for first.',
    how: ['behaviour', 'property'],
    check:
      'The connection is dropped at random moments of an order. The order is then sent again until it is answered, and once more.',
  },
  'order/accepted-within-payment-time': {
    clause: 'States and transitions › Basket validity timeline',
    rule: 'An order that arrives up to 3 minutes after expiresAt, the time payment may take, is confirmed.',
    how: ['behaviour', 'trigger'],
    check:
      'A short-lived basket is ordered after it has expired, within the 3 minutes, and once more. A refusal says no, of the repeat where one that comes before expiresAt is answered.',
    needs: ['merchant.orderUrl', 'triggers.createShortLivedBasket'],
  },
});
