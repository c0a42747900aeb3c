import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const answer = (id: string, codes: readonly string[], quantity: number) => ({
  id,
  price: { currency: 'EUR', basketValue: 100, discounts: codes.map((code) => ({ code, value: 10 })) },
  products: [{ id: 'v', quantity, unitPrice: 100, linePrice: 100 * quantity }],
});
const scan = (id: string, codes: readonly string[] = [], more: Partial<Said> = {}, quantity = 1): Said => ({
  name: 'retrieval',
  url: `http://shop/basket?basketId=${id}`,
  answer: answer(id, codes, quantity),
  made: {},
  ...more,
});
const sending = (id: string, code = 'OK'): Said => ({
  name: 'recalculation',
  request: { id, price: { currency: 'EUR', discounts: [{ code }] } },
  answer: answer(id, [code], 1),
});
const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/answers-the-asked']?.filter((one) => one.startsWith('failed')) ?? [];

test('the code of another basket in two that were made like others, which have none, is told', () => {
  expect(of(scan('a'), sending('a'), scan('b', ['OK']), scan('c', ['OK']), scan('d'))).toEqual(['failed 1 2 3 4 5']);
});

test('once, or from some moment on, it may be applied by the shop', () => {
  expect(of(scan('a'), sending('a'), scan('b', ['OK']), scan('b', ['OK']), scan('d'))).toEqual([]);
  expect(of(scan('a'), sending('a'), scan('b', ['OK']), scan('c', ['OK']), scan('d', ['OK']))).toEqual([]);
  expect(of(sending('a'), scan('b', ['OK']), scan('c', ['OK']), scan('d'))).toEqual([]);
});

test('a code of the shop, of the basket itself, of other contents or of somebody else is no reason', () => {
  const two = (more: Partial<Said> = {}, quantity = 1) => [
    scan('b', ['OK'], more, quantity),
    scan('c', ['OK'], more, quantity),
  ];
  expect(of(scan('x', ['OK']), scan('a'), sending('a'), ...two(), scan('d'))).toEqual([]);
  expect(of(scan('a'), sending('b'), sending('c'), ...two(), scan('d'))).toEqual([]);
  expect(of(scan('a'), sending('a'), ...two({}, 2), scan('d'))).toEqual([]);
  expect(of(scan('a'), sending('a'), ...two({ made: { loggedUser: 'u' } }), scan('d'))).toEqual([]);
});
