import { expect, test } from 'vitest';
import { createCatalogueLedger } from './catalogue-ledger.ts';

const page = (updatedAt: string, variant: object) => ({
  products: [{ id: 'p', updatedAt, variants: [{ id: 'v', unitPrice: 100, stock: { isAvailable: true }, ...variant }] }],
});

test.for([
  ['price', { unitPrice: 101 }],
  ['EAN', { ean: '5901234123457' }],
  ['stock', { stock: { isAvailable: false } }],
] as const)('a product with another %s has another updatedAt', ([, changed]) => {
  const { note } = createCatalogueLedger();
  expect(note(page('2026-01-01T00:00:00.000Z', {}), 1)).toBeUndefined();
  expect(note(page('2026-01-01T00:00:00.001Z', changed), 2)).toBeUndefined();
  expect(note(page('2026-01-01T00:00:00.001Z', {}), 3)).toMatchObject({ status: 'failed', exchanges: [2, 3] });
});

test('what no rule ties to updatedAt may change without it, and what is no page says nothing', () => {
  const { note } = createCatalogueLedger();
  const same = '2026-01-01T00:00:00.000Z';
  expect(note(page(same, { name: 'a' }), 1)).toBeUndefined();
  expect(note(page(same, { name: 'b', id: 'v2', unitPrice: 5 }), 2)).toBeUndefined();
  for (const body of [null, 'page', { products: 1 }, { products: [null, { id: 'p', variants: [3] }] }])
    expect(note(body, 3)).toBeUndefined();
});
