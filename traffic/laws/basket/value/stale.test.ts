import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const basket = (name: 'retrieval' | 'recalculation', id: string, quantity: number, value = 100 * quantity): Said => ({
  name,
  request: { id },
  answer: {
    id,
    price: { currency: 'EUR', basketValue: value, discounts: [] },
    products: [{ id: 'v', quantity, unitPrice: 100, linePrice: 100 * quantity }],
  },
});
const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/value-follows']?.filter((one) => one.startsWith('failed')) ?? [];
const stale = (id: string) => [
  basket('retrieval', id, 2),
  basket('recalculation', id, 1),
  basket('retrieval', id, 1, 200),
];

test('a retrieval with the lines of the last change and the value of before is told of, the second time', () => {
  expect(of(...stale('a'), ...stale('b'), ...stale('c'))).toEqual(['failed 5 6 8 9']);
  expect(of(...stale('a'), ...stale('b'))).toEqual([]);
});

test('a value that other recalculations have shown, or no other lines of the basket had, may be right', () => {
  const other = basket('recalculation', 'x', 1, 200);
  expect(of(...stale('a'), other, ...stale('b'), ...stale('c'))).toEqual([]);
  const fee = (id: string) => [...stale(id).slice(0, 2), basket('retrieval', id, 1, 150)];
  expect(of(...fee('a'), ...fee('b'), ...fee('c'))).toEqual([]);
  const scanned = (id: string) => [basket('retrieval', id, 2), basket('retrieval', id, 1, 200)];
  expect(of(...scanned('a'), ...scanned('b'), ...scanned('c'))).toEqual([]);
});
