import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const answer = (id: string, more: object = {}) => ({ id, price: {}, products: [{ id: 'v', quantity: 1 }], ...more });
const scan = (asked: string, more: Partial<Said> = {}, id = asked): Said => ({
  name: 'retrieval',
  url: `http://shop/basket?basketId=${asked}`,
  answer: answer(id),
  made: {},
  ...more,
});
const sent = (name: 'recalculation' | 'lock', id: string, answered: string, more: object = {}): Said => ({
  name,
  request: { id, ...more },
  answer: answer(answered),
});
const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/answers-the-asked']?.filter((one) => one.startsWith('failed')) ?? [];

test('a lock that comes back with another basket', () => {
  expect(of(scan('a'), scan('b'), sent('lock', 'a', 'a'), sent('lock', 'a', 'b'))).toEqual(['failed 1 2 4']);
  expect(of(scan('a'), scan('b'), sent('lock', 'b', 'a'))).toEqual(['failed 2 1 3']);
});

test('a recalculation, a new id, one by which the basket was retrieved, and baskets of users', () => {
  expect(of(scan('a'), scan('b'), sent('recalculation', 'a', 'b'))).toEqual([]);
  expect(of(scan('a'), scan('b'), sent('lock', 'a', 'c'))).toEqual([]);
  expect(of(scan('a'), sent('lock', 'a', 'c'), scan('a', {}, 'a'), sent('lock', 'a', 'c'))).toEqual([]);
  expect(of(scan('a', { made: { loggedUser: 'u' } }), scan('b'), sent('lock', 'a', 'b'))).toEqual([]);
  expect(of(scan('a'), scan('b', { answer: answer('b', { loggedUser: 'u' }) }), sent('lock', 'a', 'b'))).toEqual([]);
  expect(of(scan('a'), scan('b'), sent('lock', 'a', 'b', { loggedUser: 'u' }))).toEqual([]);
  const other = { name: 'retrieval', url: 'http://shop/basket?basketId=b', answer: answer('b') } as const;
  expect(of(scan('a'), other, sent('lock', 'a', 'b'))).toEqual([]);
});
