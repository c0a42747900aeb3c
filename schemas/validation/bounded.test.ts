import { expect, test } from 'vitest';
import { judge } from '../judging/judge.ts';
import { schemaOf } from '../shapes/load.ts';
import type { Basket } from '../shapes/types.gen.ts';
import { firstViolation, validate, violationsByCause } from './validate.ts';

const [, basket] = schemaOf('basket')['examples'] as readonly [Basket, Basket];
const many = <Item>(count: number, item: Item): readonly Item[] => Array.from({ length: count }, () => item);
/** Of this thread's own work, in milliseconds, whatever else the machine does. */
const worked = (work: () => unknown): number => {
  const from = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
};

const bodies: Readonly<Record<string, (count: number) => object>> = {
  products: (count) => ({ products: many(count, {}) }),
  'delivery options': (count) => ({ deliveryOptions: many(count, {}) }),
  discounts: (count) => ({ price: { discounts: many(count, {}) } }),
  policies: (count) => ({ products: [{ policies: many(count, {}) }] }),
  members: (count) => Object.fromEntries(many(count, 0).map((_, index) => [`k${index}`, index])),
  'a name': (count) => ({ ['x'.repeat(count * 100)]: 1 }),
};

test.each(Object.keys(bodies))('a body of nothing but %s takes as much longer as it is larger, and no more', (kind) => {
  const bodyOf = bodies[kind] ?? (() => ({}));
  const [small, large] = [bodyOf(5000), bodyOf(40_000)];
  const both = (body: object) => worked(() => [firstViolation('basket', body), judge('retrieval', body)]);
  both(small);
  const least = Math.max(20, Math.min(both(small), both(small)));
  // Eight times as large; what is quadratic takes sixty-four times as long.
  expect(both(large) / least).toBeLessThan(24);
  expect(JSON.stringify(judge('retrieval', large)).length).toBeLessThan(20_000);
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

test('values that are none of those allowed are one cause, and each is named once', () => {
  const deliveryOptions = ['DRONE', 'PIGEON', 'DRONE', 'BALLOON', 'PIGEON'].map((key) => ({ key, cost: 1 }));
  expect(violationsByCause('basket', { ...basket, deliveryOptions }).causes).toMatchObject([
    { count: 5, first: { actual: '"DRONE"' }, others: ['"PIGEON"', '"BALLOON"'] },
  ]);
});

test('names that do not belong there are one cause, and named as far as anybody reads', () => {
  const extra = Object.fromEntries(many(500, 0).map((_, index) => [`k${index}`, index]));
  const { causes } = violationsByCause('basket', { ...basket, ...extra });
  expect(causes).toMatchObject([{ cause: ' additionalProperties', count: 500 }]);
  expect(causes[0]?.others.slice(0, 2)).toEqual(['"k1"', '"k2"']);
  expect(causes[0]?.others).toHaveLength(20);
  expect(validate('basket', { ...basket, ...extra })).toHaveLength(500);
});
