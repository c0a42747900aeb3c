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

test('letters of an id that are composed otherwise are a warning', () => {
  expect(asked(scan('é'.normalize('NFC'), { id: 'é'.normalize('NFD') }))).toEqual(['warned 1']);
});

const changed = (
  id: string,
  loggedUser: string | undefined,
  answered: string | undefined,
  more: Partial<Said> = {},
): Said => ({
  name: 'recalculation',
  request: { id, loggedUser },
  answer: { id, loggedUser: answered },
  ...more,
});

test('a basket is not answered with the user of another', () => {
  expect(asked(changed('a', 'u1', 'u1'), changed('b', 'u2', 'u1'))).toEqual(['passed', 'failed 1 2']);
  // The other request is seen once it is answered.
  expect(asked(changed('a', 'u1', 'u2'), changed('b', 'u2', 'u2', { beside: true }))).toEqual(['passed', 'failed 2 1']);
  expect(asked(changed('a', 'u1', 'u2'), changed('b', 'u2', undefined))).toEqual(['not-exercised']);
});

test('the beginning of a long user is pointed out, and one of a short one is not', () => {
  const long = 'u'.repeat(255);
  expect(asked(changed('a', long, long.slice(0, 64)))).toEqual(['warned 1']);
  expect(asked(changed('a', 'user-1', 'user'))).toEqual(['not-exercised']);
});

test('a shop may answer a user of its own, or the first one a basket had', () => {
  const guest = scan('c', { loggedUser: 'guest' });
  expect(asked(guest, changed('c', 'guest', 'guest'), changed('a', 'u1', 'guest'))).toEqual(['passed']);
  expect(asked(changed('a', 'u1', 'u1'), changed('a', 'u2', 'u1'))).toEqual(['passed']);
  // It was named by the shop first, and sent since it was.
  const ours = changed('a', 'u1', 'known');
  expect(asked(ours, changed('b', 'known', 'known'), changed('c', 'u2', 'known'))).toEqual(['passed']);
  // Somebody may have two baskets.
  expect(asked(changed('a', 'u1', 'u1'), changed('b', 'u1', 'u1'), changed('c', 'u2', 'u1'))).toEqual([
    'passed',
    'passed',
  ]);
});

test('a basket that was made for nobody does not show the user of another', () => {
  const guest = (id: string, loggedUser: string): Said => ({ ...scan(id, { loggedUser }), made: {} });
  const of = (id: string, user: string, loggedUser = user): Said => ({
    ...scan(id, { loggedUser }),
    made: { loggedUser: user },
  });
  expect(asked(changed('a', 'u1', 'u1'), guest('b', 'u1'))).toEqual(['passed', 'failed 1 2']);
  expect(asked(of('a', 'u1'), guest('b', 'u1'), of('c', 'u2', 'u1'))).toEqual(['failed 1 2', 'failed 1 3']);
  const [its, mine] = [changed('a', 'u1', 'u1'), { ...scan('b', { id: 'b' }), made: {} }];
  expect(asked(its, mine, changed('b', undefined, 'u1'))).toEqual(['passed', 'passed', 'failed 1 3']);
  expect(asked(its, changed('b', 'u1', 'u1'), mine, changed('b', undefined, 'u1'))).not.toContain('failed 1 4');
  // One user of the shop's own for all, whom the run sends back; one it gave the basket itself; one that somebody else may have twice.
  expect(asked(guest('a', 'demo'), changed('a', 'demo', 'demo'), guest('b', 'demo'))).toEqual(['passed']);
  expect(asked(of('a', 'u1', 'demo'), changed('a', 'demo', 'demo'), guest('b', 'demo'))).toEqual(['passed']);
  expect(asked(changed('a', 'u1', 'u1'), changed('b', 'u1', 'u1'), guest('b', 'u1'))).toEqual(['passed', 'passed']);
  expect(asked(changed('a', 'u1', 'u1'), scan('b', { loggedUser: 'u1' }))).toEqual(['passed']);
});

const showing = (basketId: string, product: string, beside?: true): Said => ({
  ...scan(basketId, { products: [{ id: product, quantity: 1 }] }),
  ...(beside && { beside }),
});

test('a basket that shows the products of another at the same moment, and its own before and after, is mixed up', () => {
  const before = [showing('a', 'v1'), showing('b', 'v2')];
  expect(asked(...before, showing('a', 'v2'), showing('b', 'v2', true), showing('a', 'v1'))).toEqual([
    'failed 1 4 5 3',
  ]);
  // It was not at the same moment, or it stays so, or somebody changed it.
  expect(asked(...before, showing('a', 'v2'), showing('b', 'v2'), showing('a', 'v1'))).toEqual(['not-exercised']);
  expect(asked(...before, showing('a', 'v2'), showing('b', 'v2', true), showing('a', 'v2'))).toEqual(['not-exercised']);
  const recalculated: Said = { name: 'recalculation', request: { id: 'a' }, answer: {} };
  expect(asked(...before, showing('a', 'v2'), showing('b', 'v2', true), recalculated, showing('a', 'v1'))).toEqual([
    'not-exercised',
  ]);
});

const alive = (...said: readonly Said[]) => told(stream(...said))['basket/expires-in-future'];

test('a basket is valid when it is first scanned, and may expire later', () => {
  const [past, future] = ['1969-12-31T23:59:59Z', '1970-01-01T01:00:00Z'];
  expect(alive(scan('a', { expiresAt: past }), scan('a', { expiresAt: past }))).toEqual(['failed 1']);
  expect(alive(scan('a', { expiresAt: future }), scan('a', { expiresAt: past }))).toEqual(['passed']);
  // One that expires on its way may have been valid as it was sent.
  expect(alive(scan('a', { expiresAt: '1970-01-01T00:00:00.020Z' }))).toEqual(['not-exercised']);
  // Without an offset it names no moment.
  expect(alive(scan('a', { expiresAt: '1969-12-31T23:59:59' }))).toEqual(['not-exercised']);
});

test('a basket that is valid still has not expired as it is recalculated', () => {
  const recalculated = (expiresAt: string): Said => ({
    name: 'recalculation',
    request: {},
    answer: { id: 'a', expiresAt },
  });
  const [past, future] = ['1969-12-31T23:59:59Z', '1970-01-01T01:00:00Z'];
  expect(alive(scan('a', { id: 'a', expiresAt: future }), recalculated(past))).toEqual(['passed', 'failed 2']);
  expect(alive(recalculated(past), recalculated(past))).toEqual(['not-exercised']);
  // Until then it was valid.
  const soon = scan('a', { id: 'a', expiresAt: '1970-01-01T00:00:00.060Z' });
  expect(alive(soon, recalculated('1970-01-01T00:00:00.060Z'))).toEqual(['passed']);
});

const locked = (...said: readonly Said[]) => told(stream(...said))['lock/expires-in-future'];
const lock = (answer: object): Said => ({ name: 'lock', url: 'http://shop/?lock=true', request: {}, answer });

test('every lock of a basket ends later, unless the basket had expired before it', () => {
  const [past, future] = ['1969-12-31T23:59:59Z', '1970-01-01T01:00:00Z'];
  const [gone, alive] = [
    { id: 'a', expiresAt: past },
    { id: 'a', expiresAt: future },
  ];
  expect(locked(scan('a', alive), lock(alive), lock(gone))).toEqual(['passed', 'failed 3']);
  expect(locked(scan('a', gone), lock(gone))).toEqual(['not-exercised']);
  const hoursAgo = { id: 'a', expiresAt: '1969-12-31T19:00:00Z' };
  const made = { ...scan('a', hoursAgo), made: {} };
  expect(locked(made, lock(hoursAgo))).toEqual(['failed 2']);
  expect(locked(made, scan('a', alive), lock(gone))).toEqual(['failed 3']);
  expect(locked(scan('a', hoursAgo), lock(hoursAgo))).toEqual(['not-exercised']);
  // The first that is seen of a basket may be its end.
  expect(locked(lock(gone))).toEqual(['not-exercised']);
});

test('a basket that a lock says is valid has not expired as it is retrieved, unless it was ordered', () => {
  const [past, future] = ['1969-12-31T23:59:59Z', '1970-01-01T01:00:00Z'];
  const shown = (expiresAt: string): Said => scan('a', { id: 'a', expiresAt });
  const held = lock({ id: 'a', expiresAt: future });
  expect(alive(shown(future), held, shown(past), shown(past))).toEqual(['passed', 'failed 2 3']);
  const order: Said = { name: 'order', request: { basket: { id: 'a' } } };
  const pushed: Said = { name: 'basketChange', sender: 'target', request: { id: 'a', expiresAt: past } };
  for (const over of [order, pushed]) expect(alive(shown(future), held, over, shown(past))).toEqual(['passed']);
  // An order of it was under way, or came afterwards.
  expect(alive(shown(future), held, shown(past), { ...order, beside: true })).toEqual(['passed']);
  expect(alive(shown(future), held, shown(past), order)).toEqual(['passed', 'failed 2 3']);
  // The lock was over by then, or the basket had been said to be.
  expect(alive(shown(future), lock({ id: 'a', expiresAt: past }), shown(past))).toEqual(['passed']);
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

const catalogue = (products: Readonly<Record<string, readonly string[]>>, checkpoint?: string): Said => ({
  name: 'catalogue',
  url: `http://shop/catalogue?limit=9${checkpoint === undefined ? '' : `&checkpoint=${checkpoint}`}`,
  answer: {
    products: Object.entries(products).map(([id, variants]) => ({
      id,
      variants: variants.map((one) => ({ id: one })),
    })),
    nextCheckpoint: `after${checkpoint ?? ''}`,
  },
});
const holding = (...ids: readonly string[]) => scan('b', { id: 'b', products: ids.map((id) => ({ id })) });
const named = (...said: readonly Said[]) => told(stream(...said))['basket/variant-ids'];
const end = catalogue({}, 'after');

test('a line names a variant, whether it was seen before the catalogue or after', () => {
  expect(named(holding('v1'), catalogue({ p1: ['v1'] }), end)).toEqual(['passed']);
  expect(named(catalogue({ p1: ['v1'] }), end, holding('v1', 'gift'))).toEqual(['passed']);
  expect(named(holding('p1'), catalogue({ p1: ['v1'] }), end, holding('p1'))).toEqual(['failed 2 1']);
  expect(named(catalogue({ p1: ['v1'] }), end, holding('p1', 'p1'))).toEqual(['failed 1 3']);
});

test('a product may share its id with a variant of its own or of another, which a later page may show', () => {
  expect(named(holding('p1'), catalogue({ p1: ['p1', 'v1'] }), end)).toEqual(['passed']);
  const later = [catalogue({ 7: ['8'] }), catalogue({ 8: ['7'] }, 'after'), catalogue({}, 'afterafter')];
  expect(named(holding('7'), ...later)).toEqual(['passed']);
  // Without the rest of the catalogue nobody can tell.
  expect(named(holding('7'), catalogue({ 7: ['8'] }), catalogue({}, 'elsewhere'))).toEqual(['not-exercised']);
});

test('what was asked for by the id of a product is answered by it', () => {
  const asked: Said = {
    name: 'recalculation',
    request: { products: [{ id: 'p1' }] },
    answer: { products: [{ id: 'p1' }] },
  };
  expect(named(catalogue({ p1: ['v1'] }), end, asked)).toEqual(['not-exercised']);
});
