import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const asking = (id: string, sent: readonly string[], answered = sent, more: object = {}): Said => ({
  name: 'recalculation',
  request: { id, price: { currency: 'EUR', discounts: sent.map((code) => ({ code })) }, products: [], ...more },
  answer: {
    id,
    price: { currency: 'EUR', basketValue: 100, discounts: answered.map((code) => ({ code, value: 10 })) },
    products: [{ id: 'v', quantity: 1, unitPrice: 100, linePrice: 100 }],
    ...more,
  },
});
const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/answers-the-asked']?.filter((one) => /^(failed|warned)/u.test(one)) ?? [];

const plain = asking('a', []);
const leak = (id: string) => [asking('b', ['OK']), asking(id, [], ['OK']), plain];

test('the code of the request before, in an answer to one without, is a warning, and told where it comes again', () => {
  expect(of(plain, ...leak('a'))).toEqual(['warned 1 2 3 4']);
  expect(of(plain, ...leak('a'), ...leak('c'))).toEqual(['failed 1 2 3 4 5 6 7']);
});

test('a code of the shop, one that stays or stops, of the basket itself, or of a user is none', () => {
  expect(of(asking('x', [], ['OK']), plain, ...leak('a'))).toEqual([]);
  expect(of(plain, ...leak('a').slice(0, 2), asking('a', [], ['OK']))).toEqual([]);
  expect(of(asking('b', ['OK']), asking('a', [], ['OK']), plain)).toEqual([]);
  expect(of(plain, asking('a', ['OK']), ...leak('a'))).toEqual([]);
  expect(of(plain, asking('b', ['OK']), asking('a', [], ['OK'], { loggedUser: 'u' }), plain)).toEqual([]);
  const between = Array.from({ length: 25 }, () => asking('d', []));
  expect(of(plain, asking('b', ['OK']), ...between, asking('a', [], ['OK']), plain)).toEqual([]);
});

test('a retrieval without it is enough before, and not afterwards, as of what is applied with each recalculation', () => {
  const scan: Said = { ...plain, name: 'retrieval', url: 'http://shop/basket?basketId=a', request: {} };
  expect(of(scan, ...leak('a'))).toEqual(['warned 1 2 3 4']);
  expect(of(scan, ...leak('a').slice(0, 2), scan)).toEqual([]);
});
