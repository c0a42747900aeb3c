import type { BodyRow } from '#mocks/faults';
import { type Json, textOf } from '#mocks/json';

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
export const productRows = {
  'price-as-string': [
    'linePrice as a string',
    'basket/amounts-are-minor-units',
    '/products/*/linePrice',
    (old) => textOf(old),
  ],
  'no-name': ['products without a name', 'basket/products', '/products/*/name'],
  'one-image': ['images as one address', 'basket/products', '/products/*/images', 'https://x/1.jpg'],
  'no-line-price': ['no linePrice', 'basket/products', '/products/*/linePrice'],
  'long-product-id': ['a product id of 37 characters', 'basket/products', '/products/-', bag({ id: 'b'.repeat(37) })],
  'negative-quantity': ['quantity -1', 'basket/quantity', '/products/-', bag({ quantity: -1 })],
  'fractional-quantity': ['quantity 0.5', 'basket/quantity', '/products/-', bag({ quantity: 0.5 })],
  'quantity-as-string': ['quantity as a string', 'basket/quantity', '/products/-', bag({ quantity: '0' })],
  'numeric-ean': ['ean as a number', 'basket/ean', '/products/*/ean', 5_901_234_123_457],
  'long-ean': ['an ean of 37 characters', 'basket/ean', '/products/*/ean', '5'.repeat(37)],
  'unknown-product-error': [
    'a product error of its own',
    'basket/product-error',
    '/products/-',
    bag({ error: 'SOLD_OUT' }),
  ],
  'null-product-error': [
    'error null on fine products',
    'basket/product-error',
    '/products/*/error',
    (old) => old ?? null,
  ],
  'two-policies': [
    'two policies on a product',
    'basket/policies',
    '/products/*/policies',
    [16, 18].map((minAge) => ({ type: 'AGE', criteria: { minAge } })),
  ],
  'negative-age': [
    'a minimum age of -1',
    'basket/policies',
    '/products/*/policies',
    [{ type: 'AGE', criteria: { minAge: -1 } }],
  ],
  'age-as-string': [
    'minAge as a string',
    'basket/policies',
    '/products/*/policies',
    [{ type: 'AGE', criteria: { minAge: '18' } }],
  ],
  'unknown-policy': [
    'a policy type of its own',
    'basket/policies',
    '/products/*/policies',
    [{ type: 'PRESCRIPTION', criteria: { minAge: 0 } }],
  ],
  'empty-policies': [
    'policies empty instead of left out',
    'basket/policies-omitted-when-none',
    '/products/*/policies',
    (old) => old ?? [],
  ],
} satisfies Readonly<Record<string, BodyRow>>;
