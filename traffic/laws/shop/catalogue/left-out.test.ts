import { encodeCheckpoint } from '#schemas';
import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

/** Products named after their time, in milliseconds: 'b2' has been updated at 2. */
const page = (ids: string, { after, limit = 9 }: { readonly after?: string; readonly limit?: number } = {}): Said => ({
  name: 'catalogue',
  url: `http://shop/catalogue?limit=${limit}${after === undefined ? '' : `&checkpoint=${encodeURIComponent(after)}`}`,
  answer: {
    products: ids
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => ({ id: id[0], updatedAt: new Date(timeOf(id)).toISOString() })),
  },
});

const timeOf = (id: string): number => 1_000_000_000_000 + Number(id.slice(1));
const at = (id: string): string => encodeCheckpoint({ epochMs: timeOf(id), id: id.charAt(0) });

const said = (...pages: readonly Said[]) => told(stream(...pages))['catalogue/strictly-after-checkpoint'];

test('a product that is shown before and after is missed in two answers between', () => {
  const whole = page('a1 b2 c3 d4 e5');
  expect(said(whole, page('a1 c3 d4 e5'), whole, page('a1 b2 c3 e5'), whole)).toEqual(['failed 1 2 3 4 5']);
  expect(said(whole, page('a1 c3 d4 e5'), page('a1 b2 d4 e5'), whole)).toEqual(['failed 1 2 3 4']);
  const [right, wrong] = [page('b2 c3 d4', { after: at('a1') }), page('b2 d4', { after: at('a1') })];
  expect(said(whole, wrong, right, wrong, right)).toEqual(['failed 1 2 3 4 5']);
});

test('what is never shown to the same request, or where a page begins, is not told here', () => {
  const whole = page('a1 b2 c3 d4');
  const never = page('b2 d4', { after: at('a1') });
  expect(said(whole, never, whole, never, whole)).toBeUndefined();
  const [right, late] = [page('b2 c3 d4', { after: at('a1') }), page('c3 d4', { after: at('a1') })];
  expect(said(right, late, right, late, right)).toBeUndefined();
});

test('once, a change, ties, an end, another limit and another order are no reason', () => {
  const whole = page('a1 b2 c3 d4');
  const gap = page('a1 c3 d4');
  expect(said(whole, gap, whole)).toBeUndefined();
  expect(said(whole, gap, page('a1 c3 d4 b5'), gap, page('a1 c3 d4 b6'))).toBeUndefined();
  expect(said(gap, gap, whole, whole)).toBeUndefined();
  // Two copies of the catalogue, one of them behind.
  const changed = page('a1 c3 d4 b5', { limit: 8 });
  expect(said(whole, gap, changed, whole, gap, changed, whole)).toBeUndefined();
  const tied = [page('a1 b2 c2 d2'), page('a1 c2 d2')] as const;
  expect(said(tied[0], tied[1], tied[0], tied[1], tied[0])).toBeUndefined();
  expect(said(whole, page('a1 b2'), whole, page('a1 b2'), whole)).toBeUndefined();
  const small = page('a1 c3', { limit: 2 });
  expect(said(whole, small, whole, small, whole)).toBeUndefined();
  const disordered = page('d4 a1 c3');
  expect(said(whole, disordered, whole, disordered, whole)).toBeUndefined();
});

test('what is no page, or has no checkpoint that can be read, says nothing', () => {
  const whole = page('a1 b2 c3 d4');
  const unreadable = page('a1 c3 d4', { after: 'x' });
  const odd: Said = { name: 'catalogue', answer: { products: [null] } };
  expect(said(whole, unreadable, odd, whole, unreadable, odd, whole)).toBeUndefined();
});
