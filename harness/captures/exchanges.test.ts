import { expect, test } from 'vitest';
import { createCaptureReader } from './exchanges.ts';

const json = (value: unknown) => ({
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  text: JSON.stringify(value),
});
const entry = (method: string, url: string, { asked, answer }: { asked?: unknown; answer?: unknown } = {}) => ({
  startedDateTime: '2026-11-22T06:00:00Z',
  time: 5,
  request: { method, url, headers: [], ...(asked !== undefined && { postData: json(asked) }) },
  response: { status: 200, headers: json({}).headers, content: answer === undefined ? {} : json(answer) },
});
const basket = { id: 'b', products: [], price: { currency: 'EUR' } };
const shop = 'https://shop.example';

const calls: readonly (readonly [string, object])[] = [
  ['retrieval', entry('GET', `${shop}/basket?basketId=b`, { answer: { ...basket, expiresAt: '' } })],
  ['recalculation', entry('POST', `${shop}/recalculate`, { asked: basket })],
  ['lock', entry('POST', `${shop}/recalculate?lock=true`, { asked: basket })],
  ['order', entry('POST', `${shop}/order`, { asked: { oaOrderId: 'o', basket } })],
  ['catalogue', entry('GET', `${shop}/feed?limit=10`, { answer: { currency: 'EUR', products: [] } })],
];
const others = [
  entry('GET', `${shop}/logo.png`),
  entry('GET', `${shop}/search`, { answer: { products: [] } }),
  entry('POST', `${shop}/login`, { asked: { id: 'b' } }),
  entry('GET', `${shop}/cart?basketId=b`, { answer: '<!doctype html>' }),
  entry('GET', 'https://statistics.example/seen?basketId=b', { answer: { id: 'b', products: [] } }),
  entry('POST', 'https://statistics.example/bought', { asked: { id: 'b', products: [] } }),
  entry('GET', `${shop}/api/cart`, { answer: { currency: 'EUR', products: [{ id: 'p', price: 5 }] } }),
  entry('POST', `${shop}/baskets`, { asked: { ...basket, expiresAt: '2026-11-22T06:00:00Z' } }),
];

test.each(calls)('without configuration a %s is told by what it looks like, and it is said so', (name, value) => {
  const reader = createCaptureReader({ party: 'merchant', settings: {} });
  expect(reader.read({ format: 'har', value }, '')?.exchange).toMatchObject({
    n: 1,
    sender: 'harness',
    call: { name },
  });
  expect([...reader.guessed()]).toEqual([[expect.stringMatching(`^${name}: ${shop}/\\w+$`), 1]]);
});

test('what looks like no call of the protocol is none', () => {
  const reader = createCaptureReader({ party: 'merchant', settings: {} });
  for (const value of others) expect(reader.read({ format: 'har', value }, '')).toBe(undefined);
});

test('an address that once answered as a shop does may answer anything, and another one may not', () => {
  const reader = createCaptureReader({ party: 'merchant', settings: {} });
  const asked = (path: string, answer: unknown) =>
    reader.read({ format: 'har', value: entry('GET', `${shop}/${path}?basketId=b`, { answer }) }, '')?.exchange.call
      .name;
  expect(asked('basket', 'an error page')).toBe(undefined);
  expect(asked('basket', { products: [], price: 5 })).toBe('retrieval');
  expect([asked('basket', 'an error page'), asked('cart', 'a page')]).toEqual(['retrieval', undefined]);
});

test.each([
  ['DevTools, of its cache', {}, { _fromCache: 'disk' }],
  ['DevTools, of a service worker', { _fetchedViaServiceWorker: true }, {}],
  ['Playwright, of a route', {}, { _wasFulfilled: true }],
  ['Playwright, of its cache', { _transferSize: 0 }, {}],
  ['chrome-har, of its cache', { fromDiskCache: true }, {}],
  ['Firefox, of its cache', { headersSize: 0 }, { _securityState: 'insecure' }],
])('what nobody asked the shop for judges nobody: %s', (_, response, more) => {
  const reader = createCaptureReader({ party: 'merchant', settings: {} });
  const [[, value] = ['', {}]] = calls;
  const given = {
    ...value,
    ...more,
    response: { ...Object(value).response, content: { size: 40, text: '{"products":[],"price":1}' }, ...response },
  };
  expect(reader.read({ format: 'har', value: given }, '')).toBe(undefined);
  expect([reader.elsewhere(), reader.guessed().size]).toEqual([1, 0]);
});

test('where addresses are configured nothing is guessed', () => {
  const reader = createCaptureReader({ party: 'merchant', settings: { merchant: { orderUrl: `${shop}/order` } } });
  const read = calls.map(([, value]) => reader.read({ format: 'har', value }, '')?.exchange.call.name);
  expect(read).toEqual([undefined, undefined, undefined, 'order', undefined]);
  expect(reader.guessed().size).toBe(0);
});

test('an exchange to a line needs no more than what was called and what came back', () => {
  const reader = createCaptureReader({ party: 'pos', settings: {} });
  const value = {
    at: '2026-11-22T06:00:00Z',
    request: { method: 'POST', url: 'https://platform.example/merchant/v1/pos/activate', headers: {}, body: '{}' },
    response: { status: 200, headers: {}, body: '{}' },
  };
  expect(reader.read({ format: 'exchange', value }, '')?.exchange).toMatchObject({
    sender: 'target',
    call: { name: 'activation' },
  });
  expect(() => reader.read({ format: 'exchange', value: { request: {} } }, 'f, exchange 3')).toThrow(
    /^f, exchange 3 is no/,
  );
});

test('bodies that were not kept are counted', () => {
  const reader = createCaptureReader({ party: 'merchant', settings: {} });
  for (const value of [entry('GET', `${shop}/basket?basketId=b`), entry('GET', `${shop}/logo.png`)])
    reader.read({ format: 'har', value }, '');
  expect(reader.unkept()).toBe(1);
});

test('copies of an order know of each other under their new numbers, whichever was over first', () => {
  const reader = createCaptureReader({ party: 'merchant', settings: { merchant: { orderUrl: `${shop}/order` } } });
  const order = (n: number, beside: readonly number[]) => ({
    n,
    at: '2026-11-22T06:00:00Z',
    request: { method: 'POST', url: `${shop}/order`, headers: {} },
    beside,
  });
  const read = [order(8, [7]), order(7, []), order(9, [])].map((value) => {
    const { n = 0, facts } = reader.read({ format: 'exchange', value }, '')?.exchange ?? {};
    return [n, facts?.beside];
  });
  expect(read).toEqual([
    [1, [2]],
    [2, []],
    [3, []],
  ]);
});

test('a push that missed the path of the platform belongs to the shop that sent it', () => {
  const reader = createCaptureReader({ party: 'merchant', settings: {} });
  const push = (path: string) =>
    entry('PUT', `https://platform.example${path}`, { asked: { ...basket, expiresAt: '' } });
  expect(reader.read({ format: 'har', value: push('/merchant/v1/baskets/change/') }, '')?.exchange.sender).toBe(
    'target',
  );
  expect(reader.read({ format: 'har', value: push('/elsewhere') }, '')).toBe(undefined);
});
