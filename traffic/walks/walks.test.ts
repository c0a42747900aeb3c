import { expect, test } from 'vitest';
import { encodeCheckpoint } from '#schemas';
import { walksIn } from './walks.ts';

const product = (id: string, second: number) => ({
  id,
  updatedAt: `2026-01-01T00:00:0${second}.000Z`,
  name: 'with a } in it',
});
const position = (id: string, second: number) => encodeCheckpoint({ epochMs: Date.UTC(2026, 0, 1, 0, 0, second), id });
const url = (checkpoint?: string) =>
  `http://shop/catalogue?limit=2${checkpoint === undefined ? '' : `&checkpoint=${encodeURIComponent(checkpoint)}`}`;
const page = (...products: readonly ReturnType<typeof product>[]) => JSON.stringify({ products });

const shown = (pages: Parameters<typeof walksIn>[0]) =>
  walksIn(pages).map((walk) =>
    walk.map(({ products }) =>
      products
        .map(({ id, breaks, fromCheckpoint }) => `${id}${breaks ? '!' : ''}${fromCheckpoint ? '?' : ''}`)
        .join(' '),
    ),
  );

test('pages are put together by their checkpoints, and a fresh walk is another one', () => {
  expect(
    shown([
      { exchange: 1, url: url(), body: page(product('a', 1), product('b', 1)) },
      { exchange: 2, url: url(), body: page(product('a', 1)) },
      { exchange: 3, url: url(position('b', 1)), body: page(product('c', 2)) },
    ]),
  ).toEqual([['a b', 'c'], ['a']]);
});

test('the order breaks within a page, and where a page begins with what its checkpoint names', () => {
  expect(
    shown([
      { exchange: 1, url: url(), body: page(product('b', 1), product('a', 1)) },
      { exchange: 2, url: url(position('a', 1)), body: page(product('a', 1), product('c', 2)) },
    ]),
  ).toEqual([['b a!', 'a! c']]);
});

test('of a page that was cut off the whole products are known, and where the next one was asked to go on', () => {
  const cut = page(product('a', 1), product('b', 1), product('c', 2)).slice(0, -40);
  expect(
    shown([
      { exchange: 1, url: url(), body: cut },
      { exchange: 2, url: url(position('c', 2)), body: page() },
      // Of another walk: this one has come further.
      { exchange: 3, url: url(position('b', 1)), body: page(product('c', 2)) },
    ]),
  ).toEqual([['a b c?', ''], ['c']]);
});

test('what has no position is in no walk', () => {
  expect(walksIn([{ exchange: 1, url: url(), body: '{"products":[{"id":7}]}' }])).toEqual([]);
  expect(walksIn([{ exchange: 1, url: url(), body: 'no JSON' }])).toEqual([]);
});
