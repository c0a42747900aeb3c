import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const until = '2126-01-01T00:00:00.123Z';
const basket = (id: string, quantity: number, more: object = {}) => ({
  id,
  expiresAt: until,
  price: { currency: 'EUR', basketValue: 100 * quantity, discounts: [] },
  products: [{ id: 'v', quantity, unitPrice: 100, linePrice: 100 * quantity }],
  ...more,
});
const scan = (id: string, quantity: number): Said => ({
  name: 'retrieval',
  url: `http://shop/basket?basketId=${id}`,
  answer: basket(id, quantity),
});
const push = (id: string, quantity: number, status = 204, more: object = {}): Said => ({
  name: 'basketChange',
  sender: 'target',
  request: basket(id, quantity, more),
  status,
});
const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket-change/known-basket']?.filter((one) => one.startsWith('failed')) ?? [];

test('what was refused and comes again under an id that nobody loaded is told', () => {
  expect(of(scan('a', 1), push('a', 2, 400), push('xa', 2, 400))).toEqual(['failed 2 3']);
});

test('another basket, one that was loaded, and one that the platform takes are no retries', () => {
  expect(of(scan('a', 1), push('a', 2, 400), push('xa', 3, 400))).toEqual([]);
  expect(of(scan('a', 1), push('a', 2, 400), push('xa', 2, 400, { expiresAt: '2126-01-01T00:01:00Z' }))).toEqual([]);
  expect(of(scan('a', 1), scan('xa', 1), push('a', 2, 400), push('xa', 2, 400))).toEqual([]);
  expect(of(scan('a', 1), push('a', 2, 400), push('xa', 2))).toEqual([]);
  expect(of(scan('a', 1), push('xa', 2, 400), push('xa', 2, 400))).toEqual([]);
});

const others = [scan('a', 1), scan('b', 2), scan('c', 3)];

test('what one basket holds and then another one, pushed for a third that has not changed, is told', () => {
  expect(of(...others, push('a', 2), scan('a', 1), push('a', 3))).toEqual(['failed 2 3 4 5 6']);
  expect(of(scan('a', 1), push('a', 2), scan('a', 1), push('a', 3), scan('b', 2), scan('c', 3))).toEqual([
    'failed 2 3 4 5 6',
  ]);
});

test('a basket that changes, one other basket, and what nobody else holds are not', () => {
  expect(of(...others, push('a', 2), scan('a', 2), push('a', 3))).toEqual([]);
  expect(of(...others, push('a', 2), scan('a', 1), push('a', 2))).toEqual([]);
  expect(of(...others, push('a', 4), scan('a', 1), push('a', 5))).toEqual([]);
  expect(of(...others, push('a', 2), push('a', 3))).toEqual([]);
  const later = { expiresAt: '2126-01-01T00:01:00Z' };
  expect(of(...others, push('a', 2, 204, later), scan('a', 1), push('a', 3, 204, later))).toEqual([]);
});
