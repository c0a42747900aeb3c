import { requirementsSharing } from './requirement.ts';

/** What a basket owes from one answer to the next. */
export const basketOverTime = requirementsSharing({
  level: 'must',
  party: 'merchant',
  how: ['behaviour'],
  needs: ['merchant.recalculateUrl'],
})({
  'basket/kept': {
    clause: 'Resources and their fields › Basket',
    rule: 'A basket that nobody has changed holds products until its expiresAt, however often it is retrieved.',
    check:
      'A basket is retrieved twice, with others in between. Two more are scanned, left alone and retrieved at the end of the run.',
    needs: ['merchant.basketUrl'],
  },
  'basket/one-unit': {
    clause: 'Resources and their fields › Conventions',
    rule: 'Amounts are in 1/100 of the currency in the answer to every call and in what is pushed, not in one of them in whole units.',
    check:
      'Prices, deliveries and discounts of a basket are compared from answer to answer, and with pushes. Only factors of 100, overflows and other currencies count.',
  },
  'basket/value-follows': {
    clause: 'Resources and their fields › Basket › BasketPrice',
    rule: 'basketValue is the price of the basket it stands in, so it follows what the basket holds.',
    check:
      'The basketValue of each answer is compared with its lines and with other answers about the basket. How it is made up of lines, discounts and fees is left open.',
  },
  'basket/same-everywhere': {
    level: 'should',
    clause: 'Resources and their fields › Basket › BasketProduct',
    rule: 'What a product is called and what it costs depends on what the basket holds, its codes and its user, not on the call or on what was asked before.',
    check:
      'Names, images and EANs are compared over all answers and pushes, and unit prices of equal baskets where they are retrieved and recalculated. What changed once and stayed is a change; what comes and goes with a call, a lock or a place in the list says no.',
  },
});
