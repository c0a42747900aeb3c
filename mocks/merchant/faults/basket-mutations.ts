import { type Json, textOf } from './json.ts';
import { defineMutations, half } from './mutation.ts';
import { productMutations } from './product-mutations.ts';

const discount = (extra: { readonly [key: string]: Json }): Json => ({ code: 'CAMPAIGN', value: 0, ...extra });

/** Wrong ways to write a Basket, applied to each of the four places one is written. */
export const basketMutations = defineMutations({
  ...productMutations,
  'no-expires-at': { title: 'expiresAt left out', breaks: 'basket/required-fields', at: '/expiresAt' },
  'no-delivery-options': {
    title: 'deliveryOptions left out',
    breaks: 'basket/required-fields',
    at: '/deliveryOptions',
  },
  'extra-status': {
    title: 'a status beside the nine fields',
    breaks: 'basket/no-extra-top-level',
    at: '/status',
    to: 'OPEN',
  },
  'extra-links': { title: 'hypermedia links', breaks: 'basket/no-extra-top-level', at: '/_links', to: { self: '/' } },
  'numeric-id': { title: 'the id as a number', breaks: 'basket/id', at: '/id', to: 17 },
  'null-id': { title: 'no id: null', breaks: 'basket/id', at: '/id', to: null },
  'numeric-request-id': { title: 'requestId as a number', breaks: 'basket/request-id', at: '/requestId', to: 17 },
  'null-request-id': {
    title: 'requestId null instead of left out',
    breaks: 'basket/request-id',
    at: '/requestId',
    to: null,
  },
  'epoch-expires-at': {
    title: 'expiresAt in epoch milliseconds',
    breaks: 'basket/expires-at',
    at: '/expiresAt',
    to: 4e12,
  },
  'date-expires-at': {
    title: 'expiresAt a mere date',
    breaks: 'basket/expires-at',
    at: '/expiresAt',
    to: '2999-12-31',
  },
  'impossible-expires-at': {
    title: 'expiresAt on the 30th of February',
    breaks: 'basket/expires-at',
    at: '/expiresAt',
    to: '2999-02-30T10:00:00Z',
  },
  'numeric-oa-order-id': { title: 'oaOrderId as a number', breaks: 'basket/oa-order-id', at: '/oaOrderId', to: 17 },
  'null-oa-order-id': {
    title: 'oaOrderId null until ordered',
    breaks: 'basket/oa-order-id',
    at: '/oaOrderId',
    to: null,
  },
  'no-currency': { title: 'no currency', breaks: 'basket/price', at: '/price/currency' },
  'negative-value': { title: 'basketValue below zero', breaks: 'basket/price', at: '/price/basketValue', to: -1 },
  'null-discounts': {
    title: 'discounts null when there are none',
    breaks: 'basket/price',
    at: '/price/discounts',
    to: null,
  },
  'number-as-price': { title: 'price as one number', breaks: 'basket/price', at: '/price', to: 1999 },
  'long-discount-code': {
    title: 'a discount code of 37 characters',
    breaks: 'basket/discounts',
    at: '/price/discounts/-',
    to: discount({ code: 'C'.repeat(37) }),
  },
  'negative-discount': {
    title: 'a discount as a negative amount',
    breaks: 'basket/discounts',
    at: '/price/discounts/-',
    to: discount({ value: -100 }),
  },
  'unknown-discount-error': {
    title: 'a discount error of its own',
    breaks: 'basket/discounts',
    at: '/price/discounts/-',
    to: discount({ error: 'TOO_LATE' }),
  },
  'null-discount-error': {
    title: 'error null on a fine discount',
    breaks: 'basket/discounts',
    at: '/price/discounts/-',
    to: discount({ error: null }),
  },
  'value-as-decimal': {
    title: 'basketValue in whole units with a fraction',
    breaks: 'basket/amounts-are-minor-units',
    at: '/price/basketValue',
    to: half,
  },
  'cost-as-string': {
    title: 'the delivery cost as a string',
    breaks: 'basket/amounts-are-minor-units',
    at: '/deliveryOptions/*/cost',
    to: (old) => textOf(old),
  },
  'unknown-delivery': {
    title: 'a delivery option of its own',
    breaks: 'basket/delivery-options',
    at: '/deliveryOptions/-',
    to: { key: 'DRONE', cost: 100 },
  },
  'lower-case-delivery': {
    title: 'a delivery option in lower case',
    breaks: 'basket/delivery-options',
    at: '/deliveryOptions/-',
    to: { key: 'electronic', cost: 0 },
  },
  'long-timing': {
    title: 'a timing of 41 characters',
    breaks: 'basket/delivery-options',
    at: '/deliveryOptions/*/timing',
    to: 't'.repeat(41),
  },
  'no-cost': {
    title: 'no cost when delivery is free',
    breaks: 'basket/delivery-options',
    at: '/deliveryOptions/*/cost',
  },
  'invoice-as-word': {
    title: 'invoiceAddressMandatory "no"',
    breaks: 'basket/invoice-address-mandatory',
    at: '/invoiceAddressMandatory',
    to: (old) => (old === true ? 'yes' : 'no'),
  },
  'null-invoice': {
    title: 'invoiceAddressMandatory null when it is not',
    breaks: 'basket/invoice-address-mandatory',
    at: '/invoiceAddressMandatory',
    to: (old) => (old === true ? old : null),
  },
  'long-logged-user': {
    title: 'a loggedUser of 256 characters',
    breaks: 'basket/logged-user',
    at: '/loggedUser',
    to: 'u'.repeat(256),
  },
  'null-logged-user': {
    title: 'loggedUser null for a guest',
    breaks: 'basket/logged-user',
    at: '/loggedUser',
    to: null,
  },
});
