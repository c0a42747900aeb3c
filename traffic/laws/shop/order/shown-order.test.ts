import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const shown = (...said: readonly Said[]) => told(stream(...said))['order/oa-order-id-echo'];
const scan = (answer: object): Said => ({ name: 'retrieval', url: 'http://shop/basket?basketId=a', answer });
const showing = (oaOrderId: string): Said => scan({ id: 'a', oaOrderId });
/** Its confirmation has no oaOrderId of its own, which is judged by its schema. */
const placed = (oaOrderId: string, more: Partial<Said> = {}): Said => ({
  name: 'order',
  request: { oaOrderId, basket: { id: 'a' } },
  answer: { shopOrderId: 's-1', returnPolicy: { maxReturnDays: 14 } },
  ...more,
});

test('an ordered basket shows an order of its own, or none', () => {
  expect(shown(placed('o-1'), showing('o-1'), scan({ id: 'a' }), showing('O-1x'))).toEqual(['passed', 'failed 1 4']);
  // It may be shown while it is still under way.
  expect(shown(placed('o-1'), showing('o-2'), placed('o-2'), showing('o-2'))).toEqual(['passed']);
  // Written plainer it may be the same.
  expect(shown(placed('Ｏ-1 '), showing('o-1'))).toEqual(['passed']);
  expect(shown(placed('o-1'), placed('o-2'), showing('o-1'), showing('o-2'), showing('o-3'))).toEqual([
    'passed',
    'passed',
    'failed 2 5',
  ]);
});

test('what a basket shows that was ordered before anybody watched is its order as well', () => {
  expect(shown(showing('o-0'), placed('o-1'), showing('o-0'), showing('o-1'))).toEqual(['passed', 'passed']);
  expect(shown(showing('o-0'), showing('o-9'))).toEqual(['not-exercised']);
  // Of an order that was not taken nobody knows.
  expect(shown(placed('o-1', { status: 500, answer: {} }), showing('o-0'))).toEqual(['not-exercised']);
});
