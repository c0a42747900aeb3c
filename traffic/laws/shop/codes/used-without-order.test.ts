import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const discountOf = (error?: string) => ({ code: 'C', value: error ? 0 : 10, ...(error && { error }) });
const bodyOf = (id: string, more: object = {}) => ({
  id,
  price: { discounts: [{ code: 'C' }] },
  products: [{ id: 'v', quantity: 1 }],
  ...more,
});
const recalculated = (id: string, error?: string, more: object = {}): Said => ({
  name: 'recalculation',
  request: bodyOf(id, more),
  answer: { id, price: { discounts: [discountOf(error)] }, products: [{ id: 'v', quantity: 1 }] },
});
const taken = (name: 'lock' | 'order', id: string): Said => ({
  name,
  request: name === 'lock' ? bodyOf(id) : { oaOrderId: 'o', basket: bodyOf(id) },
});
const pushed = (id: string): Said => ({ name: 'basketChange', sender: 'target', request: { id } });
const of = (...said: readonly Said[]) => told(stream(...said))['recalculation/good-discount-applied'];

const usedUp = (id: string, other: string) => [recalculated(id), recalculated(id, 'USED'), recalculated(other)];

test('a code that is used up by asking for the price is a warning once, and told in a second basket', () => {
  expect(of(...usedUp('a', 'z'))).toEqual(['warned 1 3 2']);
  expect(of(...usedUp('a', 'y'), ...usedUp('b', 'z'))).toEqual(['warned 1 3 2', 'failed 4 6 5']);
});

test('a code that may have been used, locked, or be good for somebody else only says nothing', () => {
  expect(of(recalculated('a'), recalculated('a', 'USED'))).toBeUndefined();
  expect(of(recalculated('a'), taken('lock', 'z'), recalculated('a', 'USED'), recalculated('y'))).toBeUndefined();
  expect(of(recalculated('a'), taken('order', 'z'), recalculated('a', 'USED'), recalculated('y'))).toBeUndefined();
  expect(of(recalculated('a'), pushed('a'), recalculated('a', 'USED'), recalculated('y'))).toBeUndefined();
  const user = { loggedUser: 'u' };
  expect(of(recalculated('a', undefined, user), recalculated('a', 'USED', user), recalculated('y'))).toBeUndefined();
  expect(of(recalculated('a'), recalculated('a', 'USED', user), recalculated('y'))).toBeUndefined();
  expect(of(recalculated('a'), recalculated('a', 'NOT_APPLICABLE'), recalculated('y'))).toBeUndefined();
});
