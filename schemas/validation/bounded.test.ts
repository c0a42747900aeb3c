import { expect, test } from 'vitest';
import { judge } from '../judging/judge.ts';
import { schemaOf } from '../shapes/load.ts';
import type { Basket } from '../shapes/types.gen.ts';
import { firstViolation, validate, violationsByCause } from './validate.ts';

const [, basket] = schemaOf('basket')['examples'] as readonly [Basket, Basket];
const many = <Item>(count: number, item: Item): readonly Item[] => Array.from({ length: count }, () => item);
const elapsed = (work: () => unknown): number => {
  const from = performance.now();
  work();
  return performance.now() - from;
};

test.each([
  ['products', { products: many(40_000, {}) }],
  ['delivery options', { deliveryOptions: many(40_000, {}) }],
  ['discounts', { price: { discounts: many(40_000, {}) } }],
  ['policies', { products: [{ policies: many(40_000, {}) }] }],
  ['members', Object.fromEntries(many(15_000, 0).map((_, index) => [`k${index}`, index]))],
  ['a name', { ['x'.repeat(5_000_000)]: 1 }],
])('a body of nothing but %s is accepted or refused, and judged, in no time', (_, body) => {
  expect(elapsed(() => firstViolation('basket', body))).toBeLessThan(1000);
  let found: unknown;
  expect(elapsed(() => (found = judge('retrieval', body)))).toBeLessThan(3000);
  expect(JSON.stringify(found).length).toBeLessThan(20_000);
});

test('each cause is found wherever it stands, and all of its kind are counted', () => {
  const [product] = basket.products;
  const products = [...many(9000, {}), { ...product, error: 'GONE' }, { ...product, quantity: '1' }];
  const { causes, isWhole } = violationsByCause('basket', { ...basket, products });
  expect(isWhole).toBe(true);
  expect(causes.map(({ cause, count }) => [cause, count])).toEqual([
    ...['id', 'name', 'images', 'quantity', 'unitPrice', 'linePrice', 'originalUnitPrice', 'originalLinePrice'].map(
      (name) => [`/products/* required ${name}`, 9000],
    ),
    ['/products/*/error enum', 1],
    ['/products/*/quantity type', 1],
  ]);
});

test('what was not looked at is not passed', () => {
  const judged = judge('retrieval', { ...basket, products: many(40_000, {}) });
  expect(new Set(judged.map(({ outcome }) => outcome.status))).toEqual(new Set(['failed']));
  expect(judge('retrieval', basket).every(({ outcome }) => outcome.status === 'passed')).toBe(true);
});

test('names that do not belong there are told one by one as far as anybody reads', () => {
  const extra = Object.fromEntries(many(500, 0).map((_, index) => [`k${index}`, index]));
  const { causes } = violationsByCause('basket', { ...basket, ...extra });
  expect(causes).toHaveLength(20);
  expect(causes.reduce((sum, { count }) => sum + count, 0)).toBe(500);
  expect(validate('basket', { ...basket, ...extra })).toHaveLength(500);
});
