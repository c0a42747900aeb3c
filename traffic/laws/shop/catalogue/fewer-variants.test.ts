import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

/** One product, with variants of one letter each. */
const page = (variants: string, updatedAt = '2026-01-01T00:00:00.000Z'): Said => ({
  name: 'catalogue',
  answer: {
    products: [
      {
        id: 'p1',
        updatedAt,
        variants: [...variants].map((id) => ({ id, unitPrice: 1, stock: { isAvailable: true } })),
      },
    ],
  },
});
const failures = (...said: readonly Said[]) =>
  (told(stream(...said))['catalogue/change-bumps-updated-at'] ?? []).filter((one) => one.startsWith('failed'));

const [both, first] = [page('ab'), page('a')];

test('a variant that is there before and after is missed in two answers between', () => {
  expect(failures(both, first, both, first, both)).toEqual(['failed 1 2 3 5 4']);
  expect(failures(both, first, first, both, first, both)).toEqual(['failed 1 2 4 6 5']);
});

test('once, a bump, one that has come or gone, and others instead are no reason', () => {
  expect(failures(both, first, both)).toEqual([]);
  expect(failures(both, first, first, first)).toEqual([]);
  expect(failures(first, both, first, first)).toEqual([]);
  const bumped = page('a', '2026-01-02T00:00:00.000Z');
  expect(failures(both, bumped, both, bumped, both)).toEqual([]);
  const others = page('cd');
  expect(failures(both, others, both, others, both)).toEqual([]);
  expect(failures(page('abc'), page('ad'), page('abc'), page('ad'), page('abc'))).toEqual([]);
});

test('no variants at all, and what cannot be read, are told by the schema', () => {
  const none = page('');
  expect(failures(both, none, both, none, both)).toEqual([]);
  const odd: Said = { name: 'catalogue', answer: { products: [{ ...first, variants: [null] }, null] } };
  expect(failures(both, odd, both, odd, both)).toEqual([]);
});
