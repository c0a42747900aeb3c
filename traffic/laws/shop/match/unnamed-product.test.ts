import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const line = (id: string, more: object = {}) => ({ id, quantity: 2, unitPrice: 100, linePrice: 200, ...more });
const asked = (request: readonly string[], answer: readonly object[]): Said => ({
  name: 'recalculation',
  request: { id: 'b', price: { discounts: [] }, products: request.map((id) => ({ id, quantity: 2 })) },
  answer: { id: 'b', products: answer },
});
const of = (...said: readonly Said[]) => told(stream(...said))['recalculation/change-reflected'];

test('an empty id in the place of a product that was asked for is told at once', () => {
  expect(of(asked(['v', 'w'], [line(''), line('w')]))).toEqual(['failed 1']);
  expect(of(asked(['v'], [line('', { quantity: 0, error: 'OUT_OF_STOCK' })]))).toEqual(['failed 1']);
});

test('what a shop adds, what was asked for so, and what is left out says nothing', () => {
  expect(of(asked(['v'], [line('v'), line('', { quantity: 1 })]))).toBeUndefined();
  expect(of(asked([''], [line('')]))).toBeUndefined();
  expect(of(asked(['v', 'w'], [line('w'), line('', { quantity: 1 })]))).toBeUndefined();
  expect(of(asked(['v', 'w'], [line('w'), line('', { unitPrice: 0, linePrice: 0 })]))).toBeUndefined();
});
