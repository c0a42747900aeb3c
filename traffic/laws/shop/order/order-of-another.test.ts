import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const scan = (asked: string, oaOrderId?: string, more: object = {}): Said => ({
  name: 'retrieval',
  url: `http://shop/basket?basketId=${asked}`,
  answer: { id: asked, price: {}, products: [], oaOrderId, ...more },
});
const placed = (id: string, oaOrderId: string): Said => ({
  name: 'order',
  request: { oaOrderId, basket: { id } },
  answer: { shopOrderId: `s-${oaOrderId}` },
});
const of = (...all: readonly Said[]) =>
  told(stream(...all))['order/oa-order-id-echo']?.filter((one) => one.startsWith('failed')) ?? [];

test('two baskets that show an order of a third one are told', () => {
  expect(of(scan('a'), placed('a', 'o-1'), scan('b', 'o-1'), scan('c', 'o-1'))).toEqual(['failed 2 3 4']);
  const changed: Said = { name: 'lock', request: { id: 'c' }, answer: { id: 'c', oaOrderId: 'o-1' } };
  expect(of(placed('a', 'o-1'), scan('b', 'o-1'), changed)).toEqual(['failed 1 2 3']);
});

test('one of them, those of users and what has several ids are not', () => {
  expect(of(placed('a', 'o-1'), scan('a', 'o-1'), scan('b', 'o-1'), scan('b', 'o-1'))).toEqual([]);
  expect(of(placed('a', 'o-1'), scan('b', 'o-0'), scan('c', 'o-0'))).toEqual([]);
  const [one, other] = ['b', 'c'].map((id) => scan(id, 'o-1', { loggedUser: 'u' }));
  expect(of(placed('a', 'o-1'), ...[one, other].flatMap((said) => said ?? []))).toEqual([]);
  expect(of(scan('b', undefined, { id: 'a' }), placed('a', 'o-1'), scan('b', 'o-1'), scan('c', 'o-1'))).toEqual([]);
});
