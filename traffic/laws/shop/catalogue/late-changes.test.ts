import { encodeCheckpoint } from '#schemas';
import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const began = 1_000_000_000_000;

/** Products named after their time, in seconds: 'b2' has been updated at 2. */
const page = (text: string, after?: string): Said => {
  const ids = text.split(' ').filter((id) => id !== '');
  const last = ids.at(-1);
  return {
    name: 'catalogue',
    url: `http://shop/catalogue?limit=9${after === undefined ? '' : `&checkpoint=${encodeURIComponent(at(after))}`}`,
    answer: {
      products: ids.map((id) => ({ id: id.charAt(0), updatedAt: new Date(timeOf(id)).toISOString() })),
      ...(last !== undefined && { nextCheckpoint: at(last) }),
    },
  };
};

const timeOf = (id: string): number => began + 1000 * Number(id.slice(1));
const at = (id: string): string => encodeCheckpoint({ epochMs: timeOf(id), id: id.charAt(0) });

/** Asked at a hundred seconds, and one after the other. */
const said = (...pages: readonly Said[]) =>
  told(
    stream(...pages).map((one) => ({
      ...one,
      at: one.at + began + 100_000,
      answeredAt: one.answeredAt + began + 100_000,
    })),
  )['catalogue/change-bumps-updated-at'];

const whole = [page('a1 b2 c3'), page('', 'c3')];
/** What the end of one synchronisation was, what it missed is listed in the next from the same place. */
const first = [page('c9', 'c3'), page('', 'c9'), page('a6 c9', 'c3'), page('', 'c9')];
const second = [page('c19', 'c9'), page('', 'c19'), page('b15 c19', 'c9')];

test('changes that are listed behind what synchronisations had ended with', () => {
  expect(said(...whole, ...first, ...second)).toEqual(['failed 3 5 7 9']);
  expect(said(...whole, ...first)).toEqual(['warned 3 5']);
});

test('an end that nobody saw, a commit that took a moment, and an order that holds', () => {
  expect(said(...whole, page('c9', 'c3'), page('a6 c9', 'c3'))).toBeUndefined();
  expect(said(...whole, page('c9', 'c3'), page('', 'c9'), page('a8 c9', 'c3'))).toBeUndefined();
  expect(said(...whole, page('c9', 'c3'), page('', 'c9'), page('c9 a10', 'c3'), page('a10', 'c9'))).toBeUndefined();
});

test('what was listed before, is new, or was seen with a later time', () => {
  expect(said(...whole, page('a6', 'c3'), page('c9', 'c3'), page('', 'c9'), page('a6 c9', 'c3'))).toBeUndefined();
  expect(said(...whole, page('c9', 'c3'), page('', 'c9'), page('d6 c9', 'c3'))).toBeUndefined();
  expect(said(...whole, page('a8 c9', 'c3'), page('', 'c9'), page('a6 c9', 'c3'))).toBeUndefined();
});

test('a checkpoint of a time to come', () => {
  expect(said(...whole, page('c900', 'c3'), page('', 'c900'), page('a6 c900', 'c3'))).toBeUndefined();
});
