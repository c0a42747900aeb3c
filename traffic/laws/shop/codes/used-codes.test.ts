import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const [past, future] = ['1969-12-31T23:59:59Z', '1970-01-01T01:00:00Z'];
const asked = (
  name: 'recalculation' | 'lock',
  id: string,
  error?: string,
  { loggedUser, expiresAt = future }: { loggedUser?: string; expiresAt?: string } = {},
): Said => ({
  name,
  request: { id, loggedUser, price: { discounts: [{ code: 'C' }] }, products: [{ id: 'v', quantity: 1 }] },
  answer: {
    id,
    expiresAt,
    price: { currency: 'EUR', basketValue: 95, discounts: [{ code: 'C', value: error === undefined ? 5 : 0, error }] },
    products: [{ id: 'v', quantity: 1, unitPrice: 100, linePrice: 100 }],
  },
});
const of = (...said: readonly Said[]) => told(stream(...said))['lock/as-recalculated'];
const ordered = (id: string): Said => ({ name: 'order', request: { oaOrderId: 'o', basket: { id } } });

test('a code that is USED once its basket was locked, and in force in another one, is told of', () => {
  const twice = [asked('lock', 'a'), asked('lock', 'a', 'USED')];
  expect(of(...twice, asked('recalculation', 'b'))).toEqual(['failed 1 3 2']);
  const between = asked('recalculation', 'a', 'USED');
  expect(of(asked('lock', 'a'), between, asked('lock', 'a', 'USED'), asked('lock', 'b'))).toEqual(['failed 1 4 3']);
});

test('nor is one that somebody may have ordered with, that another user has, or that has another error', () => {
  const twice = [asked('lock', 'a'), asked('lock', 'a', 'USED')];
  expect(of(...twice)).toBeUndefined();
  // What a recalculation says of it is the recalculation's.
  expect(of(asked('lock', 'a'), asked('recalculation', 'a', 'USED'), asked('lock', 'b'))).toBeUndefined();
  expect(of(...twice, asked('recalculation', 'b', 'USED'))).toBeUndefined();
  expect(of(...twice, asked('recalculation', 'b', undefined, { loggedUser: 'somebody' }))).toBeUndefined();
  expect(of(asked('lock', 'a'), ordered('a'), asked('lock', 'a', 'USED'), asked('lock', 'b'))).toBeUndefined();
  expect(of(asked('lock', 'a'), asked('lock', 'a', 'EXPIRED'), asked('lock', 'b'))).toBeUndefined();
  // Kept for whoever has it locked.
  const over = asked('lock', 'a', undefined, { expiresAt: past });
  expect(of(over, asked('lock', 'b'), asked('lock', 'a', 'USED'), asked('lock', 'b'))).toBeUndefined();
  expect(of(asked('recalculation', 'a'), asked('lock', 'a', 'USED'), asked('lock', 'b'))).toBeUndefined();
});
