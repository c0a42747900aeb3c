import { expect, test } from 'vitest';
import { type Said, stream, told } from './shop-stream.fixture.ts';

const scan = (basketId: string, answer: object): Said => ({
  name: 'retrieval',
  url: `http://shop/basket?basketId=${encodeURIComponent(basketId)}`,
  answer,
});
const asked = (...said: readonly Said[]) => told(stream(...said))['basket/answers-the-asked'];

test('a basket comes back under the id it was asked for by, and no two under one', () => {
  expect(asked(scan('a b', { id: 'a b' }), scan('c', { id: 'a b' }), scan('d', { id: 'D' }))).toEqual([
    'passed',
    'failed 1 2',
    'failed 3',
  ]);
  expect(asked(scan('a', { id: 7 }), scan('b', {}))).toEqual(['not-exercised']);
});

test('what is too long to be an id may stand for one, and for one only', () => {
  const [one, other] = ['x'.repeat(37), 'y'.repeat(37)];
  expect(asked(scan(one, { id: 'b1' }), scan(one, { id: 'b1' }))).toEqual(['passed', 'passed']);
  expect(asked(scan(one, { id: 'b1' }), scan(other, { id: 'b1' }))).toEqual(['passed', 'failed 1 2']);
});

const alive = (...said: readonly Said[]) => told(stream(...said))['basket/expires-in-future'];

test('a basket is valid when it is first scanned, and may expire later', () => {
  const [past, future] = ['1969-12-31T23:59:59Z', '1970-01-01T01:00:00Z'];
  expect(alive(scan('a', { expiresAt: past }), scan('a', { expiresAt: past }))).toEqual(['failed 1']);
  expect(alive(scan('a', { expiresAt: future }), scan('a', { expiresAt: past }))).toEqual(['passed']);
  // Without an offset it names no moment.
  expect(alive(scan('a', { expiresAt: '1969-12-31T23:59:59' }))).toEqual(['not-exercised']);
});

const push = (more: Partial<Said> = {}): Said => ({
  name: 'basketChange',
  sender: 'target',
  url: '/merchant/v1/baskets/change',
  headers: { 'content-type': 'application/json' },
  request: {},
  ...more,
});
const called = (...said: readonly Said[]) => told(stream(...said))['basket-change/called-right'];

test('a push is a POST of JSON to its path', () => {
  const text = { 'content-type': 'text/plain' };
  expect(called(push(), push({ headers: text }), push({ headers: {} }))).toEqual(['passed', 'failed 2', 'warned 3']);
  expect(called(push({ name: 'unknown', method: 'PUT' }))).toEqual(['failed 1']);
  for (const url of [
    '/merchant/v1/baskets/change/',
    '//Merchant/v1/baskets//%63hange?x=1',
    'http://p/merchant/V1/baskets/change',
  ])
    expect(called(push({ name: 'unknown', url }))).toEqual(['failed 1']);
});

test('a look at the path is no push, and another path may be the one that is meant', () => {
  const { request: _, ...look } = push({ name: 'unknown', method: 'GET' });
  expect(called(look, push({ name: 'unknown', url: '/merchant/v1/basket-changes' }))).toEqual(['not-exercised']);
});
