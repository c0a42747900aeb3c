import { isObject, type Json, type JsonObject, objectsIn, textOf } from '#mocks/json';
import { idOf, onBody } from '#mocks/merchant/faults/decorators';
import { picky } from './order.ts';
import type { MerchantFault } from '#mocks/merchant/faults/merchant-fault';

/** Orders whose ids come to the same have the shopOrderId of the first. */
const keptBy = (key: (oaOrderId: string) => string): Pick<MerchantFault, 'breaks' | 'front'> => ({
  breaks: ['order/distinct-orders'],
  front: onBody(['order'], () => {
    const first = new Map<string, Json>();
    return (body, { request }) => {
      const kept = key(idOf(request));
      const shopOrderId = first.get(kept) ?? body['shopOrderId'] ?? '';
      first.set(kept, shopOrderId);
      return { ...body, shopOrderId };
    };
  }),
});

const addressesIn = ({ deliveryDetails, billingDetails }: JsonObject): string =>
  JSON.stringify([deliveryDetails, billingDetails]);

const notesIn = ({ deliveryDetails, billingDetails }: JsonObject): string =>
  [deliveryDetails, billingDetails].map((part) => textOf(isObject(part) ? (part['notes'] ?? '') : '')).join('');

const basketOf = ({ basket }: JsonObject): JsonObject => (isObject(basket) ? basket : {});

/** Texts of an order taken for less than they are. */
export const orderTextFaults = {
  'order:ids-without-case': {
    title: 'keeps orders by an id in a case-insensitive collation',
    ...keptBy((id) => id.toLowerCase()),
  },
  'order:ids-without-width': { title: 'keeps orders by a normalised id', ...keptBy((id) => id.normalize('NFKC')) },
  'order:ids-without-end': { title: 'keeps orders by an id padded with spaces', ...keptBy((id) => id.trimEnd()) },
  'order:ids-cut-off': { title: 'keeps orders by 36 characters of their id', ...keptBy((id) => id.slice(0, 36)) },
  'order:capital-ids-crash': {
    title: 'crashes on an id with capitals',
    breaks: ['order/confirmed'],
    front: picky(500, (order) => /[A-Z]/u.test(idOf(order))),
  },
  'order:latin-only': {
    title: 'crashes on letters that Latin-1 does not have',
    breaks: ['order/confirmed'],
    front: picky(500, (order) => /[\u0100-\u{10ffff}]/u.test(addressesIn(order))),
  },
  'order:three-byte-letters': {
    title: 'keeps addresses in three bytes a letter, and crashes on four',
    breaks: ['order/confirmed'],
    front: picky(500, (order) => /[\u{10000}-\u{10ffff}]/u.test(addressesIn(order))),
  },
  'order:builds-sql': {
    title: 'puts names into SQL between apostrophes',
    breaks: ['order/confirmed'],
    front: picky(500, (order) => addressesIn(order).includes("'")),
  },
  'order:one-line-notes': {
    title: 'takes notes of one line only',
    breaks: ['order/confirmed'],
    front: picky(400, (order) => notesIn(order).includes('\n')),
  },
  'order:notes-crash-on-lines': {
    title: 'writes notes into a file of lines, and crashes on more than one',
    breaks: ['order/confirmed'],
    front: picky(500, (order) => notesIn(order).includes('\n')),
  },
  'order:house-number-int': {
    title: 'reads house numbers as integers, and crashes on others',
    breaks: ['order/confirmed'],
    front: picky(500, ({ deliveryDetails, billingDetails }) =>
      [deliveryDetails, billingDetails].some((part) => isObject(part) && /\D/u.test(textOf(part['streetNo'] ?? ''))),
    ),
  },
  'order:no-plus': {
    title: 'takes no address with a plus for one',
    breaks: ['order/confirmed'],
    front: picky(422, ({ deliveryDetails }) =>
      textOf(isObject(deliveryDetails) ? deliveryDetails['email'] : '').includes('+'),
    ),
  },
  'order:logged-user-refused': {
    title: 'refuses an order of whoever has logged in',
    breaks: ['order/optional-parts'],
    // Baskets of granite have a user of their own, so that none of them can be ordered.
    variants: ['willow'],
    front: picky(422, (order) => basketOf(order)['loggedUser'] !== undefined),
  },
  'order:logged-user-64': {
    title: 'refuses an order of a user whose id is longer than 64',
    breaks: ['order/confirmed'],
    // The other shop gives its baskets a user of its own.
    variants: ['willow'],
    front: picky(422, (order) => textOf(basketOf(order)['loggedUser'] ?? '').length > 64),
  },
  'order:first-consent-or-crash': {
    title: 'crashes on an order of a user without any consent',
    breaks: ['order/confirmed'],
    // Every basket of the other shop has a user.
    variants: ['willow'],
    front: picky(
      500,
      (order) => basketOf(order)['loggedUser'] !== undefined && objectsIn(order['consents']).length === 0,
    ),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
