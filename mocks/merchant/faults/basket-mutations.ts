import type { MerchantRequirementId } from '#schemas';
import { type Json, textOf } from './json.ts';

/** A wrong way to write a Basket: at a place, something else. No `to`: the property is left out. */
export interface Mutation {
  readonly title: string;
  readonly breaks: MerchantRequirementId;
  readonly at: string;
  readonly to?: Json | ((old: Json | undefined) => Json);
}

const define = <const Mutations extends Readonly<Record<string, Mutation>>>(mutations: Mutations): Mutations =>
  mutations;

/** One more line, of no weight, so that a wrong field on it changes nothing else. */
const bag = (extra: { readonly [key: string]: Json }): Json => ({
  id: 'bag',
  name: 'Bag',
  images: [],
  quantity: 0,
  unitPrice: 0,
  linePrice: 0,
  originalUnitPrice: 0,
  originalLinePrice: 0,
  ...extra,
});
const discount = (extra: { readonly [key: string]: Json }): Json => ({ code: 'CAMPAIGN', value: 0, ...extra });
const half = (old: Json | undefined): Json => Number(old) + 0.5;

/** Applied to each of the four places a Basket is written. */
export const basketMutations = define({
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
  'price-as-float': {
    title: 'unitPrice with a fraction',
    breaks: 'basket/amounts-are-minor-units',
    at: '/products/*/unitPrice',
    to: half,
  },
  'price-as-string': {
    title: 'linePrice as a string',
    breaks: 'basket/amounts-are-minor-units',
    at: '/products/*/linePrice',
    to: (old) => textOf(old),
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
  'no-name': { title: 'products without a name', breaks: 'basket/products', at: '/products/*/name' },
  'one-image': {
    title: 'images as one address',
    breaks: 'basket/products',
    at: '/products/*/images',
    to: 'https://x/1.jpg',
  },
  'no-line-price': { title: 'no linePrice', breaks: 'basket/products', at: '/products/*/linePrice' },
  'long-product-id': {
    title: 'a product id of 37 characters',
    breaks: 'basket/products',
    at: '/products/-',
    to: bag({ id: 'b'.repeat(37) }),
  },
  'negative-quantity': {
    title: 'quantity -1',
    breaks: 'basket/quantity',
    at: '/products/-',
    to: bag({ quantity: -1 }),
  },
  'fractional-quantity': {
    title: 'quantity 0.5',
    breaks: 'basket/quantity',
    at: '/products/-',
    to: bag({ quantity: 0.5 }),
  },
  'quantity-as-string': {
    title: 'quantity as a string',
    breaks: 'basket/quantity',
    at: '/products/-',
    to: bag({ quantity: '0' }),
  },
  'numeric-ean': { title: 'ean as a number', breaks: 'basket/ean', at: '/products/*/ean', to: 5_901_234_123_457 },
  'long-ean': { title: 'an ean of 37 characters', breaks: 'basket/ean', at: '/products/*/ean', to: '5'.repeat(37) },
  'unknown-product-error': {
    title: 'a product error of its own',
    breaks: 'basket/product-error',
    at: '/products/-',
    to: bag({ error: 'SOLD_OUT' }),
  },
  'null-product-error': {
    title: 'error null on fine products',
    breaks: 'basket/product-error',
    at: '/products/*/error',
    to: (old) => old ?? null,
  },
  'two-policies': {
    title: 'two policies on a product',
    breaks: 'basket/policies',
    at: '/products/*/policies',
    to: [16, 18].map((minAge) => ({ type: 'AGE', criteria: { minAge } })),
  },
  'negative-age': {
    title: 'a minimum age of -1',
    breaks: 'basket/policies',
    at: '/products/*/policies',
    to: [{ type: 'AGE', criteria: { minAge: -1 } }],
  },
  'age-as-string': {
    title: 'minAge as a string',
    breaks: 'basket/policies',
    at: '/products/*/policies',
    to: [{ type: 'AGE', criteria: { minAge: '18' } }],
  },
  'unknown-policy': {
    title: 'a policy type of its own',
    breaks: 'basket/policies',
    at: '/products/*/policies',
    to: [{ type: 'PRESCRIPTION', criteria: { minAge: 0 } }],
  },
  'empty-policies': {
    title: 'policies empty instead of left out',
    breaks: 'basket/policies-omitted-when-none',
    at: '/products/*/policies',
    to: (old) => old ?? [],
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
