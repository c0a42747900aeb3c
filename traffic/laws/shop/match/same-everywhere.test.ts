import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

interface More {
  readonly id?: string;
  readonly loggedUser?: string;
  readonly name?: string;
  readonly others?: readonly object[];
  /** What the code TEN takes off. */
  readonly off?: number;
}

const shown = (call: 'retrieval' | 'recalculation' | 'lock', unitPrice: number, more: More = {}): Said => {
  const { id = 'b', loggedUser, name = 'Tea', others = [], off } = more;
  const discounts = off === undefined ? [] : [{ code: 'TEN', value: off }];
  const line = { id: 'v', name, images: [], quantity: 2, unitPrice, linePrice: 2 * unitPrice };
  return {
    name: call,
    request: { id, loggedUser },
    answer: {
      id,
      loggedUser,
      price: { currency: 'EUR', basketValue: 2 * unitPrice, discounts },
      products: [line, ...others],
    },
  };
};
const of = (...all: readonly Said[]) =>
  (told(stream(...all))['basket/same-everywhere'] ?? []).filter((one) => one.startsWith('failed'));

test('a price with tax in recalculations alone is told, and one that changes for good, drifts or is that of locks is not', () => {
  const both = [shown('retrieval', 100), shown('recalculation', 123), shown('retrieval', 100)];
  expect(of(...both, shown('recalculation', 123))).toEqual(['failed 1 2 3 4']);
  const locked = [shown('retrieval', 100), shown('lock', 123)];
  expect(of(...locked, ...locked)).toEqual([]);
  expect(of(...both, shown('recalculation', 130))).toEqual([]);
  expect(of(shown('retrieval', 100), ...[1, 2, 3].map(() => shown('recalculation', 123)))).toEqual([]);
  expect(of(...[100, 110, 120, 130, 140].map((price) => shown('retrieval', price)))).toEqual([]);
});

test('a discount whose value depends on the call is told, and one that changes for good is not', () => {
  const [whole, half] = [shown('retrieval', 100, { off: 10 }), shown('recalculation', 100, { off: 5 })];
  expect(of(whole, half, whole, half)).toEqual(['failed 1 2 3 4']);
  expect(of(whole, half, shown('retrieval', 100, { off: 5 }), half)).toEqual([]);
});

test('another price in the third basket of a user is told, and that of another user is not', () => {
  const baskets = (loggedUser: string) =>
    ['x', 'y', 'z', 'x', 'z'].map((id) =>
      shown('recalculation', id === 'z' ? 90 : 100, { id: `${loggedUser}${id}`, loggedUser }),
    );
  expect(of(...baskets('u'))).toEqual(['failed 2 3 4 5']);
  const inTurn = ['u', 'w', 'u', 'w', 'u', 'w'].map((loggedUser) =>
    shown('recalculation', loggedUser === 'u' ? 90 : 100, { id: loggedUser, loggedUser }),
  );
  expect(of(...inTurn)).toEqual([]);
});

test('three for two, a gift of the same product, and languages of users are their own', () => {
  const mug = { id: 'w', name: 'Mug', images: [], quantity: 1, unitPrice: 50, linePrice: 50 };
  const offer = [shown('recalculation', 100), shown('recalculation', 80, { others: [mug] })];
  expect(of(...offer, ...offer, ...offer)).toEqual([]);
  const gift = { ...mug, id: 'v', unitPrice: 0, linePrice: 0 };
  expect(of(...[1, 2, 3, 4].map(() => shown('lock', 100, { others: [gift] })))).toEqual([]);
  const languages = [shown('retrieval', 100), shown('recalculation', 100, { loggedUser: 'u', name: 'Thé' })];
  expect(of(...languages, ...languages, ...languages)).toEqual([]);
});

test('a product that locks call otherwise is told, and one that recalculations and locks call otherwise than pushes', () => {
  const named = [shown('retrieval', 100), shown('lock', 100, { name: 'Article 7' })];
  expect(of(...named, ...named)).toEqual(['failed 1 2 3 4']);
  const { answer, ...pushed } = shown('retrieval', 100);
  const push: Said = { ...pushed, name: 'basketChange', sender: 'target', request: answer as object };
  const all = [push, shown('recalculation', 100, { name: 'Article 7' }), ...named.toReversed()];
  expect(of(...all, ...all)).not.toEqual([]);
});
