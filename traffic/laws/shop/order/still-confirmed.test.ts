import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const lock = (id: string, more: object = {}): Said => ({
  name: 'lock',
  request: { id, products: [] },
  answer: { id, expiresAt: '2026-01-01T00:00:00Z', products: [{ id: 'v', quantity: 1, ...more }] },
});
const order = (oaOrderId: string, status: number, more: object = {}): Said => ({
  name: 'order',
  request: { oaOrderId, basket: { id: oaOrderId, products: [{ id: 'v', quantity: 1 }] }, ...more },
  status,
  answer: { oaOrderId, shopOrderId: oaOrderId },
});
const of = (...said: readonly Said[]) => told(stream(...said))['order/confirmed'];
const first = [lock('a'), order('a', 200), lock('b')];

test('an order answered 5xx twice is told of where one of its kind was confirmed', () => {
  expect(of(...first, order('b', 500), order('b', 500), order('b', 500))).toEqual(['failed 2 4 5']);
});

test('nor is one that passes, is declined with 4xx, is of another kind, or has nothing to be ordered', () => {
  expect(of(...first, order('b', 500), order('b', 200))).toBeUndefined();
  expect(of(...first, order('b', 409), order('b', 409))).toBeUndefined();
  expect(
    of(...first, order('b', 500, { billingDetails: {} }), order('b', 500, { billingDetails: {} })),
  ).toBeUndefined();
  expect(of(...first, lock('b', { error: 'OUT_OF_STOCK' }), order('b', 500), order('b', 500))).toBeUndefined();
  expect(of(lock('b'), order('b', 500), order('b', 500))).toBeUndefined();
});
