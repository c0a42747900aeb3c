import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const linesOf = (ids: readonly string[], more: object = {}) =>
  ids.map((id) => ({ id, quantity: 1, unitPrice: 100, linePrice: 100, ...more }));
const shown = (id: string, ids: readonly string[], more?: object): Said => ({
  name: 'retrieval',
  method: 'GET',
  url: `http://shop/?basketId=${id}`,
  answer: { id, price: { currency: 'EUR', basketValue: 100, discounts: [] }, products: linesOf(ids, more) },
});
const asked = (id: string, request: readonly string[], answer: readonly string[], more?: object): Said => ({
  ...shown(id, answer, more),
  name: 'recalculation',
  method: 'POST',
  url: 'http://shop/',
  request: { id, products: request.map((product) => ({ id: product, quantity: 1 })) },
});
const of = (...said: readonly Said[]) => told(stream(...said))['recalculation/shortage-reported']?.join() ?? '';
const both = (make: (id: string) => readonly Said[]) => of(...['a', 'b'].flatMap(make));

test('a product that was sold before and is missing without an error is told, once as a warning', () => {
  expect(both((id) => [shown(id, ['v', 'w']), asked(id, ['v', 'w'], ['v'])])).toBe('failed 2 4');
  expect(of(shown('a', ['v', 'w']), asked('a', ['v', 'w'], ['v']))).toBe('warned 2');
});

test('an id that nobody has ever sold is only pointed out', () => {
  expect(both((id) => [shown(id, ['v']), asked(id, ['v', 'none'], ['v'])])).toBe('warned 2 4');
});

test('deposits, gifts, what is sold in its place and what is left with an error are right', () => {
  expect(both((id) => [shown(id, ['v', 'w', 'deposit']), asked(id, ['v', 'deposit'], ['v'])])).toBe('');
  expect(both((id) => [shown(id, ['v', 'gift'], { unitPrice: 0 }), asked(id, ['v', 'gift'], ['v'])])).toBe('');
  expect(both((id) => [shown(id, ['v', 'w']), asked(id, ['v', 'w'], ['v', 'x'])])).toBe('');
  expect(both((id) => [shown(id, ['v', 'w']), asked(id, ['v', 'w'], ['v'], { quantity: 2 })])).toBe('');
  const short = { error: 'OUT_OF_STOCK' };
  expect(both((id) => [shown(id, ['v', 'w']), asked(id, ['v', 'w'], ['v', 'w'], short)])).toBe('');
});
