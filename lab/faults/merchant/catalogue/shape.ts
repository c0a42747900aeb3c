import { alter, bodyFaults } from '#mocks/faults';
import { type Json, objectsIn, textOf } from '#mocks/json';
import { answering, inPlace } from '#mocks/merchant/faults/decorators';
import type { MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import { parseTimestamp } from '#schemas';
import { half } from '#mocks/merchant/faults/basket';
import { onNonFixtureProducts } from './non-fixture-products.ts';

const present = 'catalogue/next-checkpoint-present';
const milliseconds = 'catalogue/updated-at-milliseconds';
const variant = 'catalogue/variant';
const variants = '/products/*/variants/*';

/** The first products are older, and all that changes is newer. */
const migrationMs = Date.UTC(2026, 0, 1);

const migrated = (epochMs: number) => (epochMs < migrationMs ? Math.floor(epochMs / 1000) * 1000 : epochMs);

const sold = (extra: { readonly [key: string]: Json }): Json => ({
  unitPrice: 100,
  stock: { isAvailable: false },
  ...extra,
});

/** Rows of the page's body. */
const pageFaults = bodyFaults(answering('catalogue'), {
  'catalogue:no-currency': ['no currency', 'catalogue/page', '/currency'],
  'catalogue:null-currency': ['currency null', 'catalogue/page', '/currency', null],
  'catalogue:no-checkpoint': ['no nextCheckpoint', present, '/nextCheckpoint'],
  'catalogue:null-checkpoint': ['nextCheckpoint null', present, '/nextCheckpoint', null],
  'catalogue:no-name': ['products without a name', 'catalogue/product', '/products/*/name'],
  'catalogue:one-category': ['categories as one string', 'catalogue/product', '/products/*/categories', 'Home'],
  'catalogue:numeric-url': ['url as a number', 'catalogue/product', '/products/*/url', 17],
  'catalogue:null-description': [
    'description null when there is none',
    'catalogue/product',
    '/products/*/description',
    null,
  ],
  'catalogue:epoch-updated-at': [
    'updatedAt as epoch milliseconds',
    milliseconds,
    '/products/*/updatedAt',
    (old) => Date.parse(textOf(old)) || 1_711_846_799_123,
  ],
  'catalogue:words-updated-at': ['updatedAt in words', milliseconds, '/products/*/updatedAt', 'yesterday, 10:00'],
  'catalogue:decimal-price': ['a unitPrice with a fraction', variant, `${variants}/unitPrice`, half],
  'catalogue:available-as-word': ['isAvailable "yes"', variant, `${variants}/stock/isAvailable`, 'yes'],
  'catalogue:no-unit': ['a measurement without its unit', variant, `${variants}/measurement/quantityUnit`],
  'catalogue:numeric-ean': ['ean as a number', variant, `${variants}/ean`, 5_901_234_123_457],
  'catalogue:lower-case-status': [
    'status in lower case',
    'catalogue/status',
    '/products/*/status',
    (old) => (old === 'ACTIVE' ? 'active' : textOf(old)),
  ],
  'catalogue:own-status': ['a status of its own', 'catalogue/status', '/products/0/status', 'COMING_SOON'],
  'catalogue:gift-card-everywhere': [
    'the same extra variant on every product',
    'catalogue/variant-ids-unique',
    '/products/*/variants/-',
    sold({ id: 'gift-wrapping' }),
  ],
});

/** Pages, products and variants written wrongly. */
export const catalogueShapeFaults = {
  ...pageFaults,
  'catalogue:no-unit': { ...pageFaults['catalogue:no-unit'], variants: ['granite'] },
  'catalogue:no-checkpoint-when-short': {
    title: 'no nextCheckpoint on the page it takes for the last',
    breaks: [present],
    front: inPlace(['catalogue'], (body, { url }) => {
      if (objectsIn(body['products']).length < Number(url.searchParams.get('limit'))) delete body['nextCheckpoint'];
    }),
  },
  'catalogue:no-milliseconds': {
    // Two changes in one second would be out of order as well.
    title: 'has updatedAt in whole seconds for products from before a migration',
    breaks: [milliseconds],
    // Checkpoints agree with what is shown, and lead back to the product they are of.
    catalogue: (steps, { inventory }) => ({
      ...steps,
      encode: (last) => steps.encode({ ...last, updatedAt: migrated(last.updatedAt) }),
      decode: (text) => {
        const position = steps.decode(text);
        const [first] = position ? inventory.after({ ...position, id: '' }, 1) : [];
        return position && first && migrated(first.updatedAt) === position.epochMs
          ? { ...position, epochMs: first.updatedAt }
          : position;
      },
    }),
    ...answering('catalogue')((body) =>
      alter(body, '/products/*/updatedAt', (old) =>
        (parseTimestamp(textOf(old))?.epochMs ?? 0) < migrationMs ? textOf(old).replace(/\.\d+/u, '') : old,
      ),
    ),
  },
  ...bodyFaults((change) => ({ front: onNonFixtureProducts(change) }), {
    'catalogue:no-variants': ['a product without variants', variant, '/variants', () => []],
    'catalogue:stock-as-number': ['stock as a number', variant, '/variants/*/stock', 3],
  }),
  'catalogue:variant-numbers-start-again': {
    title: 'numbers its extra variants from 1 to 5 over and over',
    breaks: ['catalogue/variant-ids-unique'],
    front: inPlace(['catalogue'], (body) => {
      for (const [index, product] of objectsIn(body['products']).entries())
        if (Array.isArray(product['variants'])) product['variants'].push(sold({ id: `option ${1 + (index % 5)}` }));
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
