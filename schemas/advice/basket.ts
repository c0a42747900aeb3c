import type { MerchantRequirementId } from '../requirements/index.ts';
import type { Advice } from './advice.ts';

type Ids = Extract<
  MerchantRequirementId,
  `${'basket' | 'http' | 'recalculation' | 'lock' | 'basket-change'}/${string}`
>;

/** Of baskets, on their way to a lock. */
export const basketAdvice: Readonly<Record<Ids, Advice>> = {
  'basket/retrieval-answers': {
    why: 'A scan that gets no basket ends the purchase before it begins.',
    fix: 'Answer the value of data-basket with 2xx and the whole basket, without a session or a cookie.',
  },
  'basket/required-fields': {
    why: 'The platform cannot show a basket it knows half of.',
    fix: 'Send all five properties always; what is empty is an empty list, not absent.',
  },
  'basket/no-extra-top-level': {
    why: 'The basket is closed at its top, so that a strict reader refuses one that has more.',
    fix: 'Move properties of your own into an object that is there, or leave them out.',
  },
  'basket/id': {
    why: 'A longer id does not fit where it is stored.',
    fix: 'Give baskets a short key, such as a UUID, and send it as a string.',
  },
  'basket/request-id': {
    why: 'A longer id does not fit where it is stored.',
    fix: 'Send the requestId of the request, or none.',
  },
  'basket/request-id-echo': {
    why: 'An answer under a foreign requestId is taken for the answer to another request.',
    fix: 'Copy it from the request that is being answered, never from a cache or an earlier one.',
  },
  'basket/expires-at': {
    why: 'A time without an offset means another moment in each time zone.',
    fix: 'Write RFC 3339 with Z or an offset, such as 2026-11-22T10:00:00Z.',
  },
  'basket/expires-in-future': {
    why: 'A basket that is over when it is shown cannot be bought.',
    fix: 'Compute it from now at each answer, in UTC.',
  },
  'basket/oa-order-id': {
    why: 'It names the order of the platform, as text.',
    fix: 'Send it as a string, or leave it out.',
  },
  'basket/price': {
    why: 'The customer is asked to pay what stands here.',
    fix: 'Send currency, basketValue and discounts always; without discounts an empty list.',
  },
  'basket/discounts': {
    why: 'A code whose fate is not told leaves the customer guessing at the till.',
    fix: 'Send code and value of each, and one of the four errors for what cannot be applied.',
  },
  'basket/delivery-options': {
    why: 'Only the agreed keys can be offered and ordered.',
    fix: 'Map your carriers to the agreed keys; merchant.deliveryOptionKeys names those you were given.',
  },
  'basket/products': {
    why: 'A line without name or price cannot be shown.',
    fix: 'Send every listed property; a product without pictures has images: [].',
  },
  'basket/quantity': {
    why: 'A quantity that is text or a fraction cannot be counted.',
    fix: 'Send a whole number, 0 where nothing is available.',
  },
  'basket/ean': { why: 'EANs are compared as text; leading zeros count.', fix: 'Send a string, or leave it out.' },
  'basket/product-error': {
    why: 'The customer is told why something is missing by this code.',
    fix: 'Send OUT_OF_STOCK or QUANTITY_TOO_BIG, or leave error out.',
  },
  'basket/policies': {
    why: 'An age limit that is not understood lets the wrong person buy.',
    fix: 'Send one policy of type AGE with criteria.minAge as a whole number.',
  },
  'basket/invoice-address-mandatory': {
    why: 'Text such as "false" reads as true.',
    fix: 'Send true or false, not a string, or leave it out.',
  },
  'basket/logged-user': {
    why: 'A longer name does not fit where it is stored.',
    fix: 'Send an id of at most 255 characters, or leave it out.',
  },
  'basket/amounts-are-minor-units': {
    why: 'A price of 12.99 instead of 1299 is charged as 13 hundredths.',
    fix: 'Send whole hundredths; round once, where the price is made.',
  },
  'basket/kept': {
    why: 'A code is scanned again when the app was closed, and the second phone of a couple scans it too.',
    fix: 'Do not move, empty or hand over the basket as it is retrieved.',
  },
  'basket/one-unit': {
    why: 'A customer is shown one price and asked for a hundred times of it, or you are paid a hundredth.',
    fix: 'Turn prices into 1/100 of the currency in one place that every answer goes through.',
  },
  'basket/value-follows': {
    why: 'The customer pays what stands here, whatever is in the basket.',
    fix: 'Work basketValue out for every answer, after the lines have been changed.',
  },
  'basket/same-everywhere': {
    why: 'The customer is asked for another amount than was shown, such as with VAT that is added in one kind of call.',
    fix: 'Make lines and prices in one place that every answer and push goes through.',
  },
  'basket/policies-omitted-when-none': {
    why: 'A policy that restricts nothing asks for an age that nobody needs.',
    fix: 'Leave policies out where none applies.',
  },
  'basket/variant-ids': {
    why: 'A product without its size or colour cannot be delivered.',
    fix: 'Send the id of the variant, the same as in the catalogue.',
  },
  'basket/answers-the-asked': {
    why: 'A customer would pay for the basket of another.',
    fix: 'Look the basket up by the requested basketId alone, not by session, never answer with a default, and keep nothing of a request where another can reach it.',
  },
  'http/json-content-type': {
    why: 'Clients choose their parser by the label.',
    fix: 'Answer with Content-Type: application/json.',
  },
  'recalculation/answers': {
    why: 'Every change the customer makes goes through here.',
    fix: 'Accept the reduced basket as it is sent, and answer 2xx with a whole basket, also where something is short.',
  },
  'recalculation/change-reflected': {
    why: 'The customer would pay for a quantity that was not chosen.',
    fix: 'Take quantities from the request, not from the stored basket.',
  },
  'recalculation/bad-discount-reported': {
    why: 'A code that silently does nothing looks like a fault of the shop.',
    fix: 'Send the code back with EXPIRED, INVALID, NOT_APPLICABLE or USED.',
  },
  'recalculation/every-discount': {
    why: 'One bad code must not hide the others, and a removed one must not go on counting.',
    fix: 'Begin each time with the codes of the request, and report each by itself.',
  },
  'recalculation/shortage-reported': {
    why: 'Told at once, the customer takes what is there; told after payment, it is a refund.',
    fix: 'Answer 2xx with the available part and the error code on its product; no 4xx.',
  },
  'recalculation/available-quantity': {
    why: 'More than there is cannot be delivered.',
    fix: 'Cut the quantity to the stock when you report the shortage.',
  },
  'recalculation/keeps-basket-id': {
    why: 'Under a new id the platform loses the basket.',
    fix: 'Answer with the id of the request.',
  },
  'recalculation/repeatable': {
    why: 'A price that changes without a reason is disputed.',
    fix: 'Make recalculation a function of the request and the stock; do not add up.',
  },
  'recalculation/good-discount-applied': {
    why: 'The customer came for the discount.',
    fix: 'Apply valid codes and send them back with their value, without error.',
  },
  'recalculation/path-independent': {
    why: 'Two customers with the same basket would pay different prices.',
    fix: 'Keep nothing of earlier requests: no leftover codes, no rounded prices.',
  },
  'recalculation/logged-user': {
    why: 'Customers with a long id could not buy.',
    fix: 'Accept up to 255 characters, also of users you do not know.',
  },
  'lock/answers': {
    why: 'Payment begins only with a locked basket.',
    fix: 'Read lock=true from the query, and answer as a recalculation does.',
  },
  'lock/expires-in-future': {
    why: 'Until then the customer can pay; a lock that is over leaves no time.',
    fix: 'Set expiresAt when you lock, with the time you reserve for.',
  },
  'lock/shortage-reported': {
    why: 'After the lock the platform takes the money.',
    fix: 'Check the stock as you reserve it, and report as in a recalculation.',
  },
  'lock/as-recalculated': {
    why: 'The customer has agreed to what the recalculation showed, and pays what the lock says.',
    fix: 'Work out a lock from its request with the code of the recalculation; only set the stock aside besides.',
  },
  'lock/orderable': {
    why: 'A paid basket that cannot be ordered is a refund and a lost customer.',
    fix: 'Keep reservation and price until expiresAt.',
  },
  'lock/last-unit-once': {
    why: 'Two customers would pay for one piece.',
    fix: 'Reserve in one atomic step: a conditional update, not a read and a write.',
  },
  'basket-change/body': {
    why: 'A push that cannot be read is lost to the customer who waits.',
    fix: 'Push what a retrieval answers: the same code for both.',
  },
  'basket-change/deliverable': {
    why: 'The platform refuses a basket that nobody could buy.',
    fix: 'Renew expiresAt when you push, and send the delivery options along.',
  },
  'basket-change/known-basket': {
    why: 'The platform knows only baskets it has loaded.',
    fix: 'Push under the id the platform retrieved, and only such baskets.',
  },
  'basket-change/called-right': {
    why: 'A call elsewhere reaches nobody.',
    fix: 'POST JSON to the basket change path; platform.paths.basketChange if yours is another.',
  },
  'basket-change/survives-rejection': {
    why: 'A basket that is over is a normal answer, and no reason to stop.',
    fix: 'Log a 400 and go on; do not retry it for ever.',
  },
};
