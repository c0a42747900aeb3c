import { type Json, textOf } from './json.ts';
import { defineMutations, half } from './mutation.ts';

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
/** Wrong lines of a Basket. */
export const productMutations = defineMutations({
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
});
