import type { MerchantRequirementId } from '#schemas';
import { inPlace } from './decorators.ts';
import { apply } from './basket-faults.ts';
import type { Mutation } from './mutation.ts';
import { alter, type Json, objectsIn, textOf } from './json.ts';
import { onNonFixtureProducts } from './non-fixture-products.ts';
import type { MerchantFault } from './merchant-fault.ts';

const page = (title: string, breaks: MerchantRequirementId, at: string, to?: Mutation['to']): MerchantFault => ({
  title,
  breaks: [breaks],
  front: inPlace(['catalogue'], (body) => apply(body, to === undefined ? { at } : { at, to })),
});

const toSeconds = (epochMs: number) => Math.floor(epochMs / 1000) * 1000;

const sold = (extra: { readonly [key: string]: Json }): Json => ({
  unitPrice: 100,
  stock: { isAvailable: false },
  ...extra,
});

/** Pages, products and variants written wrongly. */
export const catalogueShapeFaults = {
  'catalogue:no-currency': page('no currency', 'catalogue/page', '/currency'),
  'catalogue:null-currency': page('currency null', 'catalogue/page', '/currency', null),
  'catalogue:no-checkpoint': page('no nextCheckpoint', 'catalogue/next-checkpoint-present', '/nextCheckpoint'),
  'catalogue:null-checkpoint': page(
    'nextCheckpoint null',
    'catalogue/next-checkpoint-present',
    '/nextCheckpoint',
    null,
  ),
  'catalogue:no-checkpoint-when-short': {
    title: 'no nextCheckpoint on the page it takes for the last',
    breaks: ['catalogue/next-checkpoint-present'],
    front: inPlace(['catalogue'], (body, { url }) => {
      if (objectsIn(body['products']).length < Number(url.searchParams.get('limit'))) delete body['nextCheckpoint'];
    }),
  },
  'catalogue:no-name': page('products without a name', 'catalogue/product', '/products/*/name'),
  'catalogue:one-category': page('categories as one string', 'catalogue/product', '/products/*/categories', 'Home'),
  'catalogue:numeric-url': page('url as a number', 'catalogue/product', '/products/*/url', 17),
  'catalogue:null-description': page(
    'description null when there is none',
    'catalogue/product',
    '/products/*/description',
    null,
  ),
  'catalogue:no-milliseconds': {
    title: 'keeps updatedAt in whole seconds',
    breaks: ['catalogue/updated-at-milliseconds'],
    // Checkpoints agree with what is shown, and lead back to the product they are of.
    catalogue: (steps, { inventory }) => ({
      ...steps,
      encode: (last) => steps.encode({ ...last, updatedAt: toSeconds(last.updatedAt) }),
      decode: (text) => {
        const position = steps.decode(text);
        const [first] = position ? inventory.after({ ...position, id: '' }, 1) : [];
        return position && first && toSeconds(first.updatedAt) === position.epochMs
          ? { ...position, epochMs: first.updatedAt }
          : position;
      },
    }),
    front: inPlace(['catalogue'], (body) =>
      alter(body, '/products/*/updatedAt', (old) => textOf(old).replace(/\.\d+/u, '')),
    ),
  },
  'catalogue:epoch-updated-at': page(
    'updatedAt as epoch milliseconds',
    'catalogue/updated-at-milliseconds',
    '/products/*/updatedAt',
    (old) => Date.parse(textOf(old)) || 1_711_846_799_123,
  ),
  'catalogue:words-updated-at': page(
    'updatedAt in words',
    'catalogue/updated-at-milliseconds',
    '/products/*/updatedAt',
    'yesterday, 10:00',
  ),
  'catalogue:no-variants': {
    title: 'a product without variants',
    breaks: ['catalogue/variant'],
    front: onNonFixtureProducts((product) => {
      product['variants'] = [];
    }),
  },
  'catalogue:decimal-price': page(
    'a unitPrice with a fraction',
    'catalogue/variant',
    '/products/*/variants/*/unitPrice',
    (old) => Number(old) + 0.5,
  ),
  'catalogue:price-as-string': page(
    'unitPrice as a string',
    'catalogue/variant',
    '/products/*/variants/*/unitPrice',
    (old) => textOf(old),
  ),
  'catalogue:stock-as-number': {
    title: 'stock as a number',
    breaks: ['catalogue/variant'],
    front: onNonFixtureProducts((product) => alter(product, '/variants/*/stock', () => 3)),
  },
  'catalogue:available-as-word': page(
    'isAvailable "yes"',
    'catalogue/variant',
    '/products/*/variants/*/stock/isAvailable',
    'yes',
  ),
  'catalogue:no-unit': {
    ...page('a measurement without its unit', 'catalogue/variant', '/products/*/variants/*/measurement/quantityUnit'),
    variants: ['granite'],
  },
  'catalogue:numeric-ean': page(
    'ean as a number',
    'catalogue/variant',
    '/products/*/variants/*/ean',
    5_901_234_123_457,
  ),
  'catalogue:lower-case-status': page('status in lower case', 'catalogue/status', '/products/*/status', (old) =>
    old === 'ACTIVE' ? 'active' : textOf(old),
  ),
  'catalogue:own-status': page('a status of its own', 'catalogue/status', '/products/0/status', 'COMING_SOON'),
  'catalogue:gift-card-everywhere': page(
    'the same extra variant on every product',
    'catalogue/variant-ids-unique',
    '/products/*/variants/-',
    sold({ id: 'gift-wrapping' }),
  ),
  'catalogue:variant-numbers-start-again': {
    title: 'numbers its extra variants from 1 to 5 over and over',
    breaks: ['catalogue/variant-ids-unique'],
    front: inPlace(['catalogue'], (body) => {
      for (const [index, product] of objectsIn(body['products']).entries())
        if (Array.isArray(product['variants'])) product['variants'].push(sold({ id: `option ${1 + (index % 5)}` }));
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
