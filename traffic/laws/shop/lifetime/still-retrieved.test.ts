import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const [past, future] = ['1969-12-31T23:59:59Z', '1970-01-01T01:00:00Z'];
const holding = (id: string, expiresAt = future) => ({ id, expiresAt, products: [{ id: 'v1', quantity: 1 }] });
const scan = (id: string, more: Partial<Said> = {}): Said => ({
  name: 'retrieval',
  url: `http://shop/basket?basketId=${id}`,
  answer: holding(id),
  ...more,
});
const crash = (id: string, more: Partial<Said> = {}): Said => scan(id, { status: 500, ...more });
const seen = (...said: readonly Said[]) => told(stream(...said))['basket/retrieval-answers'];

test('a basket that lives is not retrieved in vain twice', () => {
  expect(seen(scan('a'), crash('a'), scan('b'), crash('a'))).toEqual(['warned 2', 'failed 2 4']);
  expect(seen(scan('a'), scan('b'), crash('a'), scan('c'), crash('b'), crash('a'))).toEqual(['warned 3', 'failed 3 5']);
  const locked: Said = { name: 'lock', request: { id: 'a' }, answer: holding('a') };
  expect(seen(locked, crash('a'), locked, crash('a'))).toEqual(['warned 2', 'failed 2 4']);
});

test('several at once, or before anything is answered again, may be a moment', () => {
  expect(seen(scan('a'), crash('a'), crash('a'))).toEqual(['warned 2']);
  expect(seen(scan('a'), crash('a'), scan('b'), crash('a', { failure: { code: 'X', message: 'cut' } }))).toEqual([
    'warned 2',
  ]);
});

test('one that is ordered, over, empty or unknown may be gone, and one may be put off', () => {
  const order: Said = { name: 'order', request: { basket: { id: 'a' } }, status: 409 };
  expect(seen(scan('a'), order, crash('a'), scan('b'), crash('a'))).toBeUndefined();
  expect(seen(scan('a', { answer: holding('a', past) }), crash('a'), scan('b'), crash('a'))).toBeUndefined();
  expect(
    seen(scan('a', { answer: { ...holding('a'), products: [] } }), crash('a'), scan('b'), crash('a')),
  ).toBeUndefined();
  const push: Said = { name: 'basketChange', sender: 'target', request: holding('a', past) };
  expect(seen(scan('a'), push, crash('a'), scan('b'), crash('a'))).toBeUndefined();
  expect(seen(crash('a'), scan('b'), crash('a'))).toBeUndefined();
  expect(seen(scan('a'), scan('a', { status: 404 }), scan('b'), scan('a', { status: 404 }))).toBeUndefined();
});
