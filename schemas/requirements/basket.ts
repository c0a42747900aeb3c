import { requirementsSharing } from './requirement.ts';

export const basket = requirementsSharing({
  level: 'must',
  party: 'merchant',
  how: ['schema'],
  needs: ['merchant.basketUrl'],
})({
  'basket/retrieval-answers': {
    clause: 'Endpoints › Merchant-hosted › 1',
    rule: 'GET {basket_url}?basketId=<id> is answered with a 2xx status and a basket, a JSON object.',
    check:
      'Every known basket is retrieved, and those that live are retrieved again. What is wrong inside the object is charged to the row that owns the place.',
  },
  'basket/required-fields': {
    clause: 'Resources and their fields › Basket',
    rule: 'A basket has id, expiresAt, price, deliveryOptions and products.',
    check:
      'Read in every basket the merchant sends: retrieved, recalculated, locked or pushed. Says no when one of the five is missing; null counts as a value of the wrong type, not as missing.',
  },
  'basket/no-extra-top-level': {
    clause: 'Resources and their fields › Basket',
    rule: 'A basket has no property besides the nine listed ones; objects inside it may have more.',
    check:
      'Read in every basket the merchant sends: retrieved, recalculated, locked or pushed. Says no when the top level has a property of another name.',
  },
  'basket/id': {
    clause: 'Resources and their fields › Basket',
    rule: 'The id of a basket is a string of at most 36 characters.',
    check:
      'Read in every basket the merchant sends: retrieved, recalculated, locked or pushed. Length is counted in code points.',
  },
  'basket/request-id': {
    clause: 'Resources and their fields › Basket',
    rule: 'requestId, where there is one, is a string of at most 36 characters.',
    check:
      'Read in every basket the merchant sends: retrieved, recalculated, locked or pushed. Says no for another type or a longer text.',
  },
  'basket/request-id-echo': {
    clause: 'Resources and their fields › Basket',
    rule: 'A requestId in an answer is the one its request carried.',
    how: ['behaviour'],
    check:
      'Recalculations carry a fresh requestId each. An answer with another one says no; an answer without one is fine over HTTP.',
    needs: ['merchant.recalculateUrl'],
  },
  'basket/expires-at': {
    clause: 'Resources and their fields › Basket',
    rule: 'expiresAt is a date-time: RFC 3339 with an offset, with or without a fraction.',
    check:
      'Read in every basket the merchant sends: retrieved, recalculated, locked or pushed. Says no for a text that is not an RFC 3339 date-time, for a day the calendar does not have, and where the offset is missing.',
  },
  'basket/expires-in-future': {
    level: 'should',
    clause: 'Resources and their fields › Basket',
    rule: 'expiresAt of a basket that can still be ordered lies in the future.',
    how: ['behaviour'],
    check:
      'Compared with the clock of this machine when the basket was asked for. The doctor measures how far the two clocks are apart.',
  },
  'basket/oa-order-id': {
    clause: 'Resources and their fields › Basket',
    rule: 'oaOrderId, where there is one, is a string.',
    check:
      'Read in every basket the merchant sends: retrieved, recalculated, locked or pushed. Says no for another type, null included.',
  },
  'basket/price': {
    clause: 'Resources and their fields › Basket › BasketPrice',
    rule: 'The price has a currency (string), a basketValue of at least 0 and an array of discounts.',
    check:
      'Read in every basket the merchant sends: retrieved, recalculated, locked or pushed. Says no when one of them is missing or of another type. A basketValue that is no integer is charged to basket/amounts-are-minor-units.',
  },
  'basket/discounts': {
    clause: 'Resources and their fields › Basket › BasketPriceDiscount',
    rule: 'A discount has a code of at most 36 characters and a value of at least 0; its error, where there is one, is EXPIRED, INVALID, NOT_APPLICABLE or USED.',
    check: 'Read in every discount of every basket; a basket without discounts says nothing.',
  },
  'basket/delivery-options': {
    clause: 'Resources and their fields › Basket › BasketDeliveryOption',
    rule: 'A delivery option has one of the agreed keys and a cost; its timing, where there is one, has at most 40 characters.',
    check:
      'Read in every delivery option of every basket. merchant.deliveryOptionKeys replaces the fifteen keys. An empty array is allowed and says nothing.',
  },
  'basket/products': {
    clause: 'Resources and their fields › Basket › BasketProduct',
    rule: 'A product has id (at most 36 characters), name, images, quantity, unitPrice, linePrice, originalUnitPrice and originalLinePrice.',
    check:
      'Read in every product of every basket. Says no when one is missing, or when id, name or images is of another type; the other values belong to rows of their own.',
  },
  'basket/quantity': {
    clause: 'Resources and their fields › Basket › BasketProduct',
    rule: 'The quantity of a product is an integer of at least 0.',
    check: 'Read in every product of every basket. 2.0 is an integer in JSON, "2" is not.',
  },
  'basket/ean': {
    clause: 'Resources and their fields › Basket › BasketProduct',
    rule: 'ean, where there is one, is a string of at most 36 characters.',
    check: 'Read in every product of every basket; it may be empty.',
  },
  'basket/product-error': {
    clause: 'Resources and their fields › Basket › BasketProduct',
    rule: 'The error of a product, where there is one, is OUT_OF_STOCK or QUANTITY_TOO_BIG.',
    check: 'Read in every product of every basket. Says no for another text, another case, or null.',
  },
  'basket/policies': {
    clause: 'Resources and their fields › Basket › ProductPolicy',
    rule: 'A product has at most one policy, of type AGE, whose criteria.minAge is an integer of at least 0.',
    check: 'Read in every product of every basket that has policies.',
  },
  'basket/invoice-address-mandatory': {
    clause: 'Resources and their fields › Basket',
    rule: 'invoiceAddressMandatory, where it is there, is a boolean.',
    check:
      'Read in every basket the merchant sends: retrieved, recalculated, locked or pushed. Says no for another type, such as "true".',
  },
  'basket/logged-user': {
    clause: 'Resources and their fields › Basket',
    rule: 'loggedUser, where there is one, is a string of at most 255 characters.',
    check:
      'Read in every basket the merchant sends: retrieved, recalculated, locked or pushed. Says no for another type or a longer text.',
  },
  'basket/amounts-are-minor-units': {
    clause: 'Resources and their fields › Conventions',
    rule: 'Amounts are integers in 1/100 of the currency.',
    check:
      'Read in every basketValue, discount value, delivery cost and product price. Says no for a fraction (9.99), a string ("999") or any other type.',
  },
  'basket/policies-omitted-when-none': {
    clause: 'Endpoints › Catalogue rules › Product policies',
    rule: 'policies is there when a restriction applies, and left out when none does.',
    how: ['schema', 'behaviour'],
    check:
      'Read in every product of every basket. Baskets that are recalculated or locked as they were retrieved are compared with the retrieval.',
  },
  'basket/variant-ids': {
    clause: 'Resources and their fields › Catalogue page',
    rule: 'The id of a line is that of a variant, and never of a product whose variants have other ids.',
    how: ['behaviour', 'trigger'],
    check:
      'The lines of every basket are looked up in the catalogue once all of it was read. An id that is nowhere in the catalogue says nothing.',
    needs: ['merchant.catalogueUrl', 'merchant.fixtures.baskets'],
    capability: 'merchant.catalogue',
  },
  'basket/answers-the-asked': {
    clause: 'Endpoints › Merchant-hosted › 1',
    rule: 'The basket answered is the one asked for: its id is the requested basketId, no two baskets share one, no recalculation, lock or push comes under the id of another, and neither its products nor its user are those of another.',
    how: ['behaviour'],
    check:
      'Every answer is compared with what was asked, also beside calls about other baskets. The first basket is retrieved again after the others, and what is pushed twice is retrieved.',
  },
});
