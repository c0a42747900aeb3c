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
/** Nobody knows for whom it was made. */
const fixture: Partial<Said> = { made: undefined };
const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/answers-the-asked']?.filter((one) => one.startsWith('failed')) ?? [];

test('a lock that comes back with another basket', () => {
  expect(of(scan('a'), scan('b'), sent('lock', 'a', 'a'), sent('lock', 'a', 'b'))).toEqual(['failed 1 2 4']);
  expect(of(scan('a'), scan('b'), sent('lock', 'b', 'a'))).toEqual(['failed 1 2 3']);
});

test('a recalculation that comes back with another basket', () => {
  expect(of(scan('a'), scan('b'), sent('recalculation', 'a', 'b'))).toEqual(['failed 1 2 3']);
});

test('baskets that were only ever sent with different users, whoever they were made for', () => {
  const named = (id: string, answered: string, loggedUser: string) =>
    sent('recalculation', id, answered, { loggedUser });
  const [a, b] = [scan('a', fixture), scan('b', fixture)];
  expect(of(a, b, named('b', 'b', 'v'), named('a', 'b', 'u'))).toEqual(['failed 1 2 4']);
  expect(of(a, b, named('b', 'b', 'u'), named('a', 'b', 'u'))).toEqual([]);
  expect(of(a, b, named('b', 'b', 'u'), named('b', 'b', 'v'), named('a', 'b', 'u'))).toEqual([]);
  expect(of(a, b, named('a', 'b', 'u'))).toEqual([]);
});

test('a request that is answered under its own id again: baskets that are put together stay so', () => {
  const [a, b] = [scan('a', fixture), scan('b', fixture)];
  const [own, other] = [sent('recalculation', 'a', 'a'), sent('recalculation', 'a', 'b')];
  expect(of(a, b, own, other, own)).toEqual(['failed 1 2 3 4 5']);
  expect(of(a, b, own, other, other)).toEqual([]);
  expect(of(a, b, other, own)).toEqual([]);
  expect(of(a, b, own, other, sent('lock', 'a', 'a'))).toEqual([]);
  expect(of(a, b, own, sent('recalculation', 'a', 'b', { loggedUser: 'u' }), own)).toEqual([]);
});

test('ids that are worked out from what is in a basket, or spelled in another way', () => {
  const holding = (id: string, product: string) =>
    scan(id, { answer: { ...answer(id), products: [{ id: product, quantity: 1 }] } });
  const crossed = sent('recalculation', 'a', 'b');
  expect(of(holding('a', 'v'), holding('b', 'w'), crossed)).toEqual([]);
  expect(of(holding('a', 'v'), holding('b', 'w'), holding('c', 'w'), crossed)).toEqual(['failed 1 2 4']);
  expect(of(scan('B-1'), scan('b-1'), sent('recalculation', 'B-1', 'b-1'))).toEqual([]);
});

test('a new id, one by which the basket was retrieved, and baskets of users', () => {
  expect(of(scan('a'), scan('b'), sent('lock', 'a', 'c'))).toEqual([]);
  expect(of(scan('a'), sent('lock', 'a', 'c'), scan('a', {}, 'a'), sent('lock', 'a', 'c'))).toEqual([]);
  expect(of(scan('a', { made: { loggedUser: 'u' } }), scan('b'), sent('lock', 'a', 'b'))).toEqual([]);
  expect(of(scan('a'), scan('b', { answer: answer('b', { loggedUser: 'u' }) }), sent('lock', 'a', 'b'))).toEqual([]);
  expect(of(scan('a'), scan('b'), sent('lock', 'a', 'b', { loggedUser: 'u' }))).toEqual([]);
  const other = { name: 'retrieval', url: 'http://shop/basket?basketId=b', answer: answer('b') } as const;
  expect(of(scan('a'), other, sent('lock', 'a', 'b'))).toEqual([]);
});
