import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const [soon, future] = ['1970-01-01T00:00:15Z', '1970-01-01T01:00:00Z'];
const holding = (id: string, expiresAt: string) => ({ id, expiresAt, products: [{ id: 'v1', quantity: 1 }] });
const scan = (id: string, more: Partial<Said> = {}): Said => ({
  name: 'retrieval',
  url: `http://shop/basket?basketId=${id}`,
  answer: holding(id, future),
  ...more,
});
const lock = (id: string, more: Partial<Said> = {}): Said => ({
  name: 'lock',
  request: { id },
  answer: holding(id, future),
  ...more,
});
const refused = (id: string, status = 423): readonly Said[] => [scan(id), scan(id, { status }), lock(id)];
const seen = (...said: readonly Said[]) =>
  told(stream(...said))['basket/retrieval-answers']?.filter((one) => one.startsWith('failed')) ?? [];

test('baskets that live, are refused as they are retrieved and locked right afterwards are told, the second time', () => {
  expect(seen(...refused('a'), ...refused('b'))).toEqual(['failed 2 3 5 6']);
  expect(seen(...refused('a'), ...refused('a', 409))).toEqual(['failed 2 3 5 6']);
  expect(seen(...refused('a'))).toEqual([]);
});

test('one that is not changed afterwards, was never retrieved, is ordered or nearly over may be gone', () => {
  const [unchanged, unknown] = [refused('a').slice(0, 2), refused('b').slice(1)];
  const order: Said = { name: 'order', request: { basket: { id: 'a' } }, status: 409 };
  const over = [scan('a', { answer: holding('a', soon) }), ...refused('a').slice(1)];
  for (const some of [unchanged, unknown, over, [scan('a'), order, ...refused('a').slice(1)]])
    expect(seen(...some, ...some)).toEqual([]);
});

test('one that is put off, for who asks or how often, or for another call that is under way, may come later', () => {
  for (const status of [401, 403, 429]) expect(seen(...refused('a', status), ...refused('b', status))).toEqual([]);
  const busy = [scan('a'), lock('a'), scan('a', { status: 409, beside: true }), lock('a')];
  expect(seen(...busy, ...busy)).toEqual([]);
  const beside = [scan('a'), scan('a', { status: 409 }), lock('a', { beside: true }), lock('a')];
  expect(seen(...beside, ...beside)).toEqual([]);
});

test('whoever shops for real may have given it up; nobody has what was made for a run', () => {
  expect(seen(...refused('a', 404), ...refused('b', 410))).toEqual([]);
  const made = (id: string) => [scan(id, { made: {} }), ...refused(id, 404).slice(1)];
  expect(seen(...made('a'), ...made('b'))).toEqual(['failed 2 3 5 6']);
});
