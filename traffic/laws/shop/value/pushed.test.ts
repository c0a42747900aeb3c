import { expect, test } from 'vitest';
import type { Said } from '../shop-stream.fixture.ts';
import { failedIn } from './pieces.fixture.ts';

const basket = (quantity: number, value = 100 * quantity) => ({
  id: 'b',
  price: { currency: 'EUR', basketValue: value, discounts: [] },
  products: [{ id: 'v', quantity, unitPrice: 100, linePrice: 100 * quantity }],
});
const retrieved = (quantity: number, value?: number): Said => ({ name: 'retrieval', answer: basket(quantity, value) });
const pushed = (quantity: number, value?: number): Said => ({
  name: 'basketChange',
  sender: 'target',
  request: basket(quantity, value),
});

test('pushes with the value of other lines of the basket are told of, of two unlike contents', () => {
  expect(failedIn(retrieved(2), pushed(3, 200), retrieved(3), pushed(4, 300), retrieved(4))).toEqual([
    'failed 2 3 5 4',
  ]);
  expect(failedIn(retrieved(2), pushed(3, 200), retrieved(3), pushed(2, 300))).toEqual(['failed 1 2 3 4']);
});

test('one of them, lines that are retrieved so as well, a value of no other lines and an ordered basket say nothing', () => {
  expect(failedIn(retrieved(2), pushed(3, 200), retrieved(3), pushed(3, 200), retrieved(3))).toEqual([]);
  const both = [retrieved(3), retrieved(3, 200), pushed(4, 300), retrieved(4)];
  expect(failedIn(retrieved(2), pushed(3, 200), ...both)).toEqual([]);
  expect(failedIn(retrieved(2), pushed(3, 310), retrieved(3), pushed(4, 410), retrieved(4))).toEqual([]);
  const order: Said = { name: 'order', request: { oaOrderId: 'o', basket: { id: 'b' } } };
  expect(failedIn(retrieved(2), pushed(3, 200), retrieved(3), order, pushed(2, 300), retrieved(2))).toEqual([]);
});
