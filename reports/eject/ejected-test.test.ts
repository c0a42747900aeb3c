import { expect, test } from 'vitest';
import type { Exchange } from '#schemas';
import { ejectedTest } from './ejected-test.ts';
import { writtenTest } from './written-test.ts';

const call = (n: number, operation: string, method: string, path: string, body: object, answer: object): Exchange => ({
  n,
  scenario: 'merchant/order-repeat',
  at: '2026-11-29T12:00:00.000Z',
  durationMs: 1,
  sender: 'harness',
  operation,
  request: {
    method,
    url: `https://shop.example${path}`,
    headers: { authorization: '«redacted»', 'user-agent': 'conformance' },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  },
  response: { status: 200, headers: {}, body: JSON.stringify(answer) },
});

const order = { oaOrderId: 'o-1', basket: { id: 'b/1', products: [{ id: 'v-1' }] } };
const exchanges = [
  call(1, 'retrieval', 'GET', '/basket?basketId=b%2F1', {}, { id: 'b/1', price: {}, products: [{ id: 'v-1' }] }),
  call(2, 'order', 'POST', '/order', order, { oaOrderId: 'o-1', shopOrderId: 'S-1' }),
  call(3, 'order', 'POST', '/order', order, { oaOrderId: 'o-1', shopOrderId: 'S-2' }),
];
const violation = (change: object) => ({
  scenario: 'merchant/order-repeat',
  message: 'Another order.',
  expected: 'shopOrderId "S-1"',
  actual: 'shopOrderId "S-2"',
  pointer: '/shopOrderId',
  exchanges: [2, 3],
  replay: '',
  ...change,
});
const ejected = (change: object = {}) => {
  const made = ejectedTest('order/idempotent', violation(change), exchanges);
  if (typeof made === 'string') throw new Error(made);
  return made;
};

test('the basket is retrieved first, its ids are captured, and what belongs to one run is a variable', () => {
  const { steps, variables, expectation, base } = ejected();
  expect(base).toBe('https://shop.example');
  expect(steps.map(({ title, captures }) => [title, captures])).toEqual([
    ['retrieval, call 1 of the run', [{ name: 'id_3', at: ['products', 0, 'id'] }]],
    ['order, call 2 of the run', [{ name: 'first_shopOrderId', at: ['shopOrderId'] }]],
    ['order, call 3 of the run', []],
  ]);
  expect(variables).toEqual([
    { name: 'basketId', kind: 'recorded', value: 'b/1' },
    { name: 'oaOrderId', kind: 'fresh', value: 'o-1' },
    { name: 'AUTHORIZATION', kind: 'secret', value: '' },
  ]);
  expect(expectation).toEqual({ is: 'same', at: ['shopOrderId'], as: 'first_shopOrderId' });
});

test('a missing member has to be present', () => {
  const price = { exchanges: [1], pointer: '/price', expected: 'currency: a string' };
  expect(ejected(price).expectation).toEqual({ is: 'present', at: ['price', 'currency'] });
});

test.each([
  ['nothing but the number of calls', { pointer: undefined }],
  ['a date of the run', { exchanges: [3], expected: 'a later moment' }],
  ['no call', { exchanges: [] }],
])('what no value of an answer decides is said and not written: %s', (_, change) => {
  expect(ejectedTest('order/idempotent', violation(change), exchanges)).toEqual(expect.any(String));
});

test.each(['hurl', 'http', 'pytest', 'phpunit', 'junit'] as const)('%s has no recorded id in it and no gap', (as) => {
  const { text } = writtenTest(ejected(), as);
  expect(text).not.toMatch(/o-1|v-1|«|undefined|(?<![{$])\{(?:found|name|value|wanted|given|claim|body)\}/);
  expect(text).toContain('AUTHORIZATION');
  expect(text).toMatch(/first_shopOrderId/);
});

test('what is given is quoted as its place asks, also in an address', () => {
  const test = { ...ejected(), variables: [{ name: 'basketId', kind: 'recorded', value: `b/$(x)'"1&c` } as const] };
  const http = writtenTest(test, 'http').text;
  expect(http).toContain(`client.global.set("basketId", "b/$(x)'\\"1&c");`);
  expect(http).toContain('GET {{base}}/basket?basketId={{basketId_inUrl}}\n');
  expect(http.match(/< \{%/g)).toHaveLength(1);
  expect(writtenTest(test, 'hurl').text).toContain(`--variable basketId='b/$(x)'\\''"1&c' `);
});
