import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/one-unit']?.filter((one) => one.startsWith('failed')) ?? [];

const line = (more: object = {}) => ({ id: 'v', quantity: 1, unitPrice: 100, linePrice: 100, ...more });
const basket = (id: string, currency: string, more: object = {}) => ({
  id,
  loggedUser: 'u',
  price: { currency, basketValue: 100, discounts: [] },
  products: [line()],
  ...more,
});
const shown = (id: string, currency: string, more: object = {}): Said => ({
  name: 'retrieval',
  answer: basket(id, currency, more),
});
const asked = (id: string, currency: string, answered: string, more: object = {}, answer: object = {}): Said => ({
  name: 'recalculation',
  request: { id, loggedUser: 'u', price: { currency, discounts: [] }, products: [{ id: 'v', quantity: 1 }], ...more },
  answer: basket(id, answered, answer),
});

test('a recalculation in another currency with the same figures is told the second time', () => {
  const twice = [shown('a', 'PLN'), asked('a', 'PLN', 'EUR'), shown('b', 'PLN'), asked('b', 'PLN', 'EUR')];
  expect(of(...twice)).toEqual(['failed 1 2 3 4']);
  expect(of(...twice.slice(0, 2), asked('a', 'PLN', 'EUR'))).toEqual([]);
});

test('prices may be others in another currency, and each user may have one, or choose one', () => {
  const both = (make: (id: string) => readonly Said[]) => of(...make('a'), ...make('b'));
  const dearer = { products: [line({ unitPrice: 430, linePrice: 430 })] };
  expect(both((id) => [shown(id, 'PLN'), asked(id, 'PLN', 'EUR', {}, dearer)])).toEqual([]);
  expect(both((id) => [shown(id, 'PLN', { loggedUser: undefined }), asked(id, 'PLN', 'EUR')])).toEqual([]);
  expect(both((id) => [shown(id, 'PLN'), asked(id, 'EUR', 'EUR')])).toEqual([]);
  expect(both((id) => [shown(id, 'EUR'), asked(id, 'EUR', 'EUR')])).toEqual([]);
});

test('a currency may be written otherwise', () => {
  const both = (name: string) => of(...['a', 'b'].flatMap((id) => [shown(id, 'PLN'), asked(id, 'PLN', name)]));
  for (const name of ['zł', 'pln', 'PLN (złoty)']) expect(both(name)).toEqual([]);
});

test('a push in another currency with the same figures is told the second time, once it was retrieved in between', () => {
  const pushed = (currency: string, more: object = {}): Said => ({
    name: 'basketChange',
    sender: 'target',
    request: basket('a', currency, more),
  });
  expect(of(shown('a', 'PLN'), pushed('EUR'), shown('a', 'PLN'), pushed('EUR'))).toEqual(['failed 1 2 3 4']);
  expect(of(shown('a', 'PLN'), pushed('EUR'), pushed('EUR'))).toEqual([]);
  const other = { products: [line({ unitPrice: 23, linePrice: 23 })] };
  expect(of(shown('a', 'PLN'), pushed('EUR', other), shown('a', 'PLN'), pushed('EUR', other))).toEqual([]);
});
