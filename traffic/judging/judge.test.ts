import { expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { largestBody, toBody } from '../body/body.ts';
import type { Exchange } from '../exchange.ts';
import { type Expectation, judgeExchange } from './judge.ts';

type Response = NonNullable<Exchange['response']>;

const respond = (text: string, given: Partial<Response> = {}): Response => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: toBody(Buffer.from(text)),
  ...given,
});
const call = (name: Exchange['call']['name'], given: Partial<Exchange> = {}): Exchange => ({
  n: 3,
  at: 1000,
  answeredAt: 1005,
  sender: 'harness',
  call: { name, party: 'merchant' },
  request: { method: 'POST', url: 'http://shop/', headers: {}, body: toBody(new Uint8Array()) },
  facts: {},
  ...given,
});
const outcomes = (exchange: Exchange, expectation: Expectation = {}) =>
  Object.fromEntries(
    judgeExchange(exchange, {}, expectation).map(({ requirement, outcome }) => [requirement, outcome]),
  );
const withStatus = (exchange: Exchange, status: string, expectation?: Expectation) =>
  Object.entries(outcomes(exchange, expectation)).flatMap(([id, outcome]) => (outcome.status === status ? id : []));

test('a byte order mark is only warned about, on the call it was answered to', () => {
  const marked = outcomes(call('lock', { response: respond('\uFEFF{}') }));
  expect(marked['lock/answers']).toMatchObject({ status: 'warned', exchanges: [3] });
  expect(outcomes(call('lock', { response: respond('{}') }))['lock/answers']).toMatchObject({ status: 'passed' });
});

test('a refusal is charged to its call, to the row it is about, or to nobody where it is allowed', () => {
  const refused = call('lock', { response: respond('no', { status: 409 }) });
  expect(outcomes(refused)).toEqual({
    'lock/answers': {
      status: 'failed',
      message: 'The lock was refused with status 409.',
      expected: 'a 2xx answer with a basket as JSON',
      actual: '409: no',
      cause: 'status 409',
      exchanges: [3],
    },
  });
  expect(withStatus(refused, 'failed', { chargeTo: 'lock/orderable' })).toEqual(['lock/orderable']);
  expect(outcomes(refused, { expect: 'any' })).toEqual({});
});

test.each([
  ['', 'failed'],
  ['<html>', 'failed'],
  ['{"id":"1",', undefined],
])('a 2xx with %o is %s, also where a refusal is allowed', (body, status) => {
  const answered = call('lock', { response: respond(body) });
  expect(outcomes(answered, { expect: 'any' })['lock/answers']?.status).toBe(status);
  const broken = { ...answered, failure: { code: 'ECONNRESET', message: 'gone', blame: 'target' } } as const;
  expect(outcomes(broken, { expect: 'any' })).toEqual({});
});

test('an answer says that it is JSON, whatever is asked for', () => {
  const typed = (type?: string) =>
    outcomes(
      call('lock', { response: respond('{}', { headers: type === undefined ? {} : { 'content-type': type } }) }),
      {
        expect: 'any',
      },
    )['http/json-content-type']?.status;
  expect(['application/json; charset=utf-8', 'application/problem+json', 'text/html', undefined].map(typed)).toEqual([
    'passed',
    'passed',
    'failed',
    'failed',
  ]);
});

const late = 'order/answers-in-8-seconds';
test.each([
  [8000, {}, 'passed'],
  [8001, {}, 'failed'],
  [20_000, { response: undefined, failure: { code: 'TIMEOUT', message: 'late', blame: 'target' } }, 'failed'],
  [9000, { response: undefined, failure: { code: 'ECONNRESET', message: 'gone', blame: 'target' } }, undefined],
  [5, { response: respond('no', { status: 503 }) }, undefined],
  [9000, { response: respond('no', { status: 503 }) }, 'failed'],
] as const)('an order that took %d ms with %o is %s', (ms, given, status) => {
  const order = call('order', { response: respond('{}'), answeredAt: 1000 + ms, ...(given as Partial<Exchange>) });
  expect(outcomes(order, { expect: 'any' })[late]?.status).toBe(status);
});

test('what cannot be read is said in one sentence, and a body cut short by us or a capture blames nobody', () => {
  const bad = (given: Partial<Exchange>) => outcomes(call('catalogue', given))['catalogue/page'];
  expect(bad({ response: respond('{"a":') })).toMatchObject({
    message: 'The catalogue request was answered with 200, but the JSON ends too early, at byte 5.',
  });
  const short = '{"a":"Łódź"';
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(short)) };
  expect(bad({ response: { status: 200, headers, body: toBody(Buffer.from(short)) } })).toMatchObject({
    message:
      'The catalogue request was answered with 200, but the JSON ends too early, at byte 14, just where its Content-Length says, and it holds letters of several bytes: Content-Length counts bytes, not characters.',
  });
  const failure = { code: 'UND_ERR_SOCKET', message: 'the connection was closed', blame: 'target' } as const;
  expect(bad({ response: respond('{"a":1'), failure })).toMatchObject({
    message:
      'The catalogue request was answered with 200, but the body stops after 6 bytes: the connection was closed.',
  });
  expect(bad({ response: respond('', { body: toBody(Buffer.from('{'), { truncated: true }) }) })).toBeUndefined();
  expect(bad({ failure: { ...failure, blame: 'ours' } })).toBeUndefined();
  expect(bad({ failure })).toMatchObject({
    message: 'The catalogue request was not answered: the connection was closed.',
  });
});

const health = (text: string, truncated = false): Exchange =>
  call('health', {
    sender: 'target',
    call: { name: 'health', party: 'pos' },
    request: { method: 'POST', url: '/h', headers: {}, body: toBody(Buffer.from(text), { truncated }) },
  });

test('a pushed basket that stands below another member is said to be there', () => {
  const push = (body: object): Exchange => ({
    ...health(''),
    call: { name: 'basketChange', party: 'merchant' },
    request: { method: 'POST', url: '/b', headers: {}, body: toBody(Buffer.from(JSON.stringify(body))) },
  });
  const basket = { id: 'b', expiresAt: '2026-11-26T12:00:00Z', price: {}, deliveryOptions: [], products: [] };
  expect(outcomes(push({ event: 'changed', data: basket }))['basket/required-fields']).toMatchObject({
    message: expect.stringContaining('The basket stands in its member "data"'),
  });
  expect(JSON.stringify(outcomes(push({ ...basket, id: undefined, data: basket })))).not.toContain('stands in');
});

test('a request of the target is judged by its body alone', () => {
  expect(outcomes(health('{"healthy":"yes","softwareName":"T","softwareVersion":"1"}'))).toMatchObject({
    'health/body': { status: 'failed', pointer: '/healthy', exchanges: [3] },
  });
  expect(outcomes(health('{'))).toEqual({
    'health/body': {
      status: 'failed',
      message: 'The body of ReportPosHealth cannot be read: the JSON ends too early, at byte 1.',
      expected: 'a JSON object',
      actual: 'the JSON ends too early, at byte 1',
      cause: 'unreadable',
      exchanges: [3],
    },
  });
  expect(outcomes(health('{', true))).toEqual({});
  const marked = outcomes(health('\uFEFF{"healthy":true,"softwareName":"T","softwareVersion":"1"}'));
  expect(marked['health/body']).toMatchObject({ status: 'warned', exchanges: [3] });
});

test('a push is judged with the delivery option keys in force', () => {
  const judged = (deliveryOptionKeys?: readonly string[]) =>
    judgeExchange(
      { ...health('{"deliveryOptions":[{"key":"OWN"}]}'), call: { name: 'basketChange', party: 'merchant' } },
      { deliveryOptionKeys },
    ).filter(({ outcome }) => 'pointer' in outcome && outcome.pointer === '/deliveryOptions/0/key');
  expect(judged()).toHaveLength(1);
  expect(judged(['OWN'])).toEqual([]);
});

test('an answer of which a limit of ours has left a part accuses nobody', () => {
  const long = gzipSync(Buffer.alloc(largestBody + 1, 32));
  for (const body of [toBody(new Uint8Array(largestBody), { truncated: true }), toBody(long, { encoding: 'gzip' })])
    expect(outcomes(call('catalogue', { response: respond('', { body }) }))).toEqual({});
});
