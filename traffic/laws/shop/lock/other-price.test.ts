import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const products = (unitPrice: number) => [{ id: 'v', quantity: 2, unitPrice, linePrice: 2 * unitPrice }];
const price = (basketValue: number, discounts: readonly object[] = []) => ({ currency: 'EUR', basketValue, discounts });
const shown = (basketValue: number): Said => ({
  name: 'retrieval',
  answer: { id: 'b', price: price(basketValue), products: products(100) },
});
const asked = (name: 'recalculation' | 'lock', answer: object, unitPrice = 100, loggedUser?: string): Said => ({
  name,
  request: { id: 'b', loggedUser, products: [{ id: 'v', quantity: 2 }] },
  answer: { id: 'b', price: answer, products: products(unitPrice) },
});
const of = (...said: readonly Said[]) => told(stream(...said))['lock/as-recalculated'];
const calculated = asked('recalculation', price(200));
const ordered: Said = { name: 'order', request: { oaOrderId: 'o', basket: { id: 'b' } } };

test('a lock at another price than two recalculations of the same lines is told of, whichever lock it is', () => {
  expect(of(calculated, calculated, asked('lock', price(200)), asked('lock', price(300)))).toEqual(['failed 1 2 4']);
  const discounted = (value: number) => price(200 - value, [{ code: 'C', value }]);
  const shownTwice = [asked('recalculation', discounted(5)), asked('recalculation', discounted(5))];
  expect(of(...shownTwice, asked('lock', discounted(6)))).toEqual(['failed 1 2 3']);
  // Which codes come back, others tell.
  expect(of(calculated, calculated, asked('lock', discounted(5)))).toBeUndefined();
});

test('prices that have changed, or have not been shown twice, and codes that end are right', () => {
  expect(of(calculated, calculated, asked('lock', price(300), 150))).toBeUndefined();
  expect(of(calculated, asked('lock', price(300)))).toBeUndefined();
  expect(of(calculated, asked('recalculation', price(300)), asked('lock', price(300)))).toBeUndefined();
  const expired = { code: 'OLD', value: 0, error: 'EXPIRED' };
  expect(of(calculated, calculated, asked('lock', price(300, [expired])))).toBeUndefined();
});

test('a recalculation at the price of another request may be what is wrong', () => {
  const more = (value: number): Said => ({
    name: 'recalculation',
    request: { id: 'b', products: [{ id: 'v', quantity: 3 }] },
    answer: { id: 'b', price: price(value), products: [{ id: 'v', quantity: 3, unitPrice: 100, linePrice: 300 }] },
  });
  expect(of(more(300), calculated, calculated, asked('lock', price(250)))).toEqual(['failed 2 3 4']);
  expect(of(more(200), calculated, calculated, asked('lock', price(150)))).toBeUndefined();
  const elsewhere: Said = {
    ...calculated,
    request: { id: 'a' },
    answer: { id: 'a', price: price(250), products: products(100) },
  };
  expect(of(elsewhere, calculated, calculated, asked('lock', price(150)))).toBeUndefined();
});

test('nor is one that agrees with the basket as it was scanned, was asked for by somebody else, or comes after the order', () => {
  expect(of(shown(300), calculated, calculated, asked('lock', price(300)))).toBeUndefined();
  expect(of(calculated, calculated, asked('lock', price(150), 100, 'somebody'))).toBeUndefined();
  expect(of(calculated, calculated, ordered, asked('lock', price(300)))).toBeUndefined();
  const one = { code: 'C', value: 5 };
  const discounted = asked('recalculation', price(195, [one]));
  expect(of(discounted, discounted, asked('lock', price(195, [one, one])))).toBeUndefined();
});
