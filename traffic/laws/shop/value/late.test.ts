import { expect, test } from 'vitest';
import type { Said } from '../shop-stream.fixture.ts';
import { failedIn } from './pieces.fixture.ts';

const answered = (quantity: number, basketValue: number, more: Partial<Said> = {}): Said => ({
  name: 'recalculation',
  request: { id: 'b1' },
  answer: {
    id: 'b1',
    price: { basketValue, discounts: [] },
    products: [{ id: 'v1', quantity, unitPrice: 100, linePrice: 100 * quantity }],
  },
  ...more,
});

/** Each quantity twice, and the first of the two with the value of the one before. */
const late = [answered(1, 300), answered(1, 100), answered(2, 100), answered(2, 200), answered(3, 200)];

test('a value that is that of the answer before, twice, is told', () => {
  expect(failedIn(...late, answered(3, 300))).toEqual(['failed 2 3 4 5']);
});

test('once, at the same time, or of what is worth now this, now that, nothing is', () => {
  expect(failedIn(...late.slice(0, 4))).toEqual([]);
  const [first, second, third, fourth, fifth] = late as [Said, Said, Said, Said, Said];
  const beside = [{ ...third, beside: true } as const, fourth, { ...fifth, beside: true } as const];
  expect(failedIn(first, second, ...beside, answered(3, 300))).toEqual([]);
  expect(failedIn(answered(1, 100), answered(1, 100), answered(1, 90), ...late, answered(3, 300))).toEqual([]);
  const below = late.map((_, at) => answered([1, 1, 2, 2, 3][at] ?? 1, [300, -1, -1, 200, 200][at] ?? 0));
  expect(failedIn(...below, answered(3, 300))).toEqual([]);
});

test('a value with a fee, or a lowest or highest charge, is its own', () => {
  const charges = [
    (sum: number) => sum + 990,
    (sum: number) => Math.max(250, sum),
    (sum: number) => Math.min(150, sum),
  ];
  for (const charge of charges) {
    const right = [1, 1, 2, 2, 3, 3, 1, 2, 3].map((quantity) => answered(quantity, charge(100 * quantity)));
    expect(failedIn(...right)).toEqual([]);
  }
});

test('one that is worth the same for two customers is not late for the second', () => {
  const forSomebody = (value: number) => answered(1, value, { request: { id: 'b1', loggedUser: 'u' } });
  const known = [answered(1, 100), answered(1, 100), forSomebody(300), forSomebody(300)];
  const inTurn = [answered(1, 100), forSomebody(100)];
  expect(failedIn(...known, ...inTurn, ...inTurn)).toEqual([]);
});
