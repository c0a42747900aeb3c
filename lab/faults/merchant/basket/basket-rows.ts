import type { BodyRow } from '#mocks/faults';
import { type Json, textOf } from '#mocks/json';
import { half } from '#mocks/merchant/faults/basket';
import { productRows } from './product-rows.ts';

const discount = (extra: { readonly [key: string]: Json }): Json => ({ code: 'CAMPAIGN', value: 0, ...extra });

/** Wrong ways to write a Basket, applied to each of the four places one is written. */
export const basketRows = {
  ...productRows,
  'no-expires-at': ['expiresAt left out', 'basket/required-fields', '/expiresAt'],
  'no-delivery-options': ['deliveryOptions left out', 'basket/required-fields', '/deliveryOptions'],
  'extra-status': ['a status beside the nine fields', 'basket/no-extra-top-level', '/status', 'OPEN'],
  'extra-links': ['hypermedia links', 'basket/no-extra-top-level', '/_links', { self: '/' }],
  'numeric-id': ['the id as a number', 'basket/id', '/id', 17],
  'null-id': ['no id: null', 'basket/id', '/id', null],
  'numeric-request-id': ['requestId as a number', 'basket/request-id', '/requestId', 17],
  'null-request-id': ['requestId null instead of left out', 'basket/request-id', '/requestId', null],
  'epoch-expires-at': ['expiresAt in epoch milliseconds', 'basket/expires-at', '/expiresAt', 4e12],
  'date-expires-at': ['expiresAt a mere date', 'basket/expires-at', '/expiresAt', '2999-12-31'],
  'impossible-expires-at': [
    'expiresAt on the 30th of February',
    'basket/expires-at',
    '/expiresAt',
    '2999-02-30T10:00:00Z',
  ],
  'numeric-oa-order-id': ['oaOrderId as a number', 'basket/oa-order-id', '/oaOrderId', 17],
  'null-oa-order-id': ['oaOrderId null until ordered', 'basket/oa-order-id', '/oaOrderId', null],
  'negative-value': ['basketValue below zero', 'basket/price', '/price/basketValue', -1],
  'null-discounts': ['discounts null when there are none', 'basket/price', '/price/discounts', null],
  'number-as-price': ['price as one number', 'basket/price', '/price', 1999],
  'long-discount-code': [
    'a discount code of 37 characters',
    'basket/discounts',
    '/price/discounts/-',
    discount({ code: 'C'.repeat(37) }),
  ],
  'negative-discount': [
    'a discount as a negative amount',
    'basket/discounts',
    '/price/discounts/-',
    discount({ value: -100 }),
  ],
  'unknown-discount-error': [
    'a discount error of its own',
    'basket/discounts',
    '/price/discounts/-',
    discount({ error: 'TOO_LATE' }),
  ],
  'null-discount-error': [
    'error null on a fine discount',
    'basket/discounts',
    '/price/discounts/-',
    discount({ error: null }),
  ],
  'value-as-decimal': [
    'basketValue in whole units with a fraction',
    'basket/amounts-are-minor-units',
    '/price/basketValue',
    half,
  ],
  'cost-as-string': [
    'the delivery cost as a string',
    'basket/amounts-are-minor-units',
    '/deliveryOptions/*/cost',
    (old) => textOf(old),
  ],
  'unknown-delivery': [
    'a delivery option of its own',
    'basket/delivery-options',
    '/deliveryOptions/-',
    { key: 'DRONE', cost: 100 },
  ],
  'lower-case-delivery': [
    'a delivery option in lower case',
    'basket/delivery-options',
    '/deliveryOptions/-',
    { key: 'electronic', cost: 0 },
  ],
  'long-timing': ['a timing of 41 characters', 'basket/delivery-options', '/deliveryOptions/*/timing', 't'.repeat(41)],
  'no-cost': ['no cost when delivery is free', 'basket/delivery-options', '/deliveryOptions/*/cost'],
  'invoice-as-word': [
    'invoiceAddressMandatory "no"',
    'basket/invoice-address-mandatory',
    '/invoiceAddressMandatory',
    (old) => (old === true ? 'yes' : 'no'),
  ],
  'null-invoice': [
    'invoiceAddressMandatory null when it is not',
    'basket/invoice-address-mandatory',
    '/invoiceAddressMandatory',
    (old) => (old === true ? old : null),
  ],
  'long-logged-user': ['a loggedUser of 256 characters', 'basket/logged-user', '/loggedUser', 'u'.repeat(256)],
  'null-logged-user': ['loggedUser null for a guest', 'basket/logged-user', '/loggedUser', null],
} satisfies Readonly<Record<string, BodyRow>>;
