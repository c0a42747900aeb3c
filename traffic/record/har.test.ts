import { gzipSync } from 'node:zlib';
import type { Exchange as Recorded } from '#schemas';
import { expect, test } from 'vitest';
import { noBody, toBody } from '../body/body.ts';
import { createClassifier } from '../naming/classify.ts';
import type { Body } from '../exchange.ts';
import { judgeExchange } from '../judging/judge.ts';
import { createRedactor } from '../redact/redactor.ts';
import { fromHar } from './from-har.ts';
import { toHar } from './har.ts';
import { fromRecorded, type Recordable, toRecorded } from './recorded.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const classify = createClassifier({ merchant: { orderUrl: 'http://shop/order', catalogueUrl: 'http://shop/list' } });
const redactor = createRedactor({ values: ['s3cret-value'] });
const json = { 'Content-Type': 'application/json' };

const order: Recordable = {
  n: 7,
  scenario: 'merchant/order',
  at: Date.parse('2026-11-22T06:00:00.000Z'),
  durationMs: 12.34,
  sender: 'harness',
  operation: 'order',
  request: {
    method: 'POST',
    url: 'http://shop/order?k=s3cret-value',
    headers: json,
    body: toBody(bytes('{"a":"s3cret-value"}')),
  },
  response: { status: 201, headers: json, body: toBody(bytes('{"shopOrderId":"o"}')) },
};

const roundTrip = async (recorded: readonly Recorded[]) => {
  let text = '';
  for await (const line of toHar({ name: 'us', version: '1' }, recorded)) text += line;
  const { entries } = JSON.parse(text).log as { readonly entries: readonly unknown[] };
  return entries.map((entry) => fromHar(entry, 0, classify));
};

const contentOf = (body: Body | undefined) =>
  body && { text: body.text, json: body.json, truncated: body.truncated, bytes: [...body.bytes] };

test('our own HAR says of every exchange what the journal said', async () => {
  const own: readonly Recordable[] = [
    order,
    { ...order, request: { ...order.request, body: toBody(bytes('x'.repeat(70_000))) } },
    { ...order, operation: 'catalogue', response: { status: 200, headers: {}, body: toBody(bytes('y'.repeat(3000))) } },
    { ...order, response: { status: 200, headers: {}, body: toBody(Uint8Array.of(0xff, 0xfe, 0)) } },
    { ...order, response: { status: 204, headers: {}, body: noBody } },
    { ...order, sender: 'target', request: { ...order.request, url: '/merchant/v1/pos/health' } },
  ];
  const { response: _, ...silent } = order;
  const failed = { ...silent, failure: { code: 'TIMEOUT', message: 'no complete response within 20 s' } };
  const recorded = [...own, failed].map((one) => toRecorded(one, redactor));
  const read = await roundTrip(recorded);
  const journalled = recorded.map((one) => fromRecorded(one, classify));
  for (const [index, exchange] of read.entries()) {
    const same = journalled[index];
    expect({ ...exchange, request: undefined, response: undefined }).toEqual({
      ...same,
      request: undefined,
      response: undefined,
    });
    expect(contentOf(exchange?.request.body)).toEqual(contentOf(same?.request.body));
    expect(contentOf(exchange?.response?.body)).toEqual(contentOf(same?.response?.body));
    expect(exchange?.request.headers).toEqual({ 'content-type': 'application/json' });
  }
  expect(read[0]).toMatchObject({ n: 7, sender: 'harness', call: { name: 'order', party: 'merchant' } });
  expect(JSON.stringify(recorded)).not.toContain('s3cret-value');
});

test('a call of which only the heads are kept may have had any body', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' };
  const polled: Recordable = {
    ...order,
    operation: 'ReceiveMessage',
    request: { method: 'POST', url: '/q.fifo', headers: form, body: toBody(bytes('Action=ReceiveMessage')) },
  };
  const recorded = toRecorded(polled, redactor, 0);
  const cut = { text: '', truncated: true };
  for (const exchange of [fromRecorded(recorded, classify), ...(await roundTrip([recorded]))])
    expect(exchange).toMatchObject({
      call: { name: 'receiveMessage', party: 'queue' },
      request: { body: cut },
      response: { body: cut },
    });
});

test('a packed answer is written down as what was in it, without secrets', () => {
  const packed = toBody(gzipSync('{"a":"s3cret-value"}'), { encoding: 'gzip' });
  const { response } = toRecorded({ ...order, response: { status: 200, headers: {}, body: packed } }, redactor);
  expect(response).toMatchObject({ body: '{"a":"«redacted»"}', bodyBytes: packed.bytes.byteLength });
});

const entry = (content: object, headers: Readonly<Record<string, string>> = {}) => ({
  startedDateTime: '2026-11-22T06:00:00Z',
  time: 5,
  request: { method: 'GET', url: 'http://shop/list?limit=1', headers: [{ name: ':method', value: 'GET' }] },
  response: {
    status: 200,
    headers: Object.entries({ 'content-type': 'application/json', ...headers }).map(([name, value]) => ({
      name,
      value,
    })),
    content,
  },
});
const packed = { 'Content-Encoding': 'gzip' };

test.each([
  ['never captured', entry({ size: 500 })],
  ['cut without a word', entry({ size: 500, text: '{"products":[' })],
  ['cut off', entry({ size: 500, text: '{"products":[', comment: 'cut off by the recorder' })],
  ['packed and broken', entry({ size: 9, text: '/wD+', encoding: 'base64' }, packed)],
])('a body that was %s is judged by nobody', (_, given) => {
  const exchange = fromHar(given, 4, classify);
  expect(exchange).toMatchObject({ n: 4, sender: 'harness', call: { name: 'catalogue' } });
  expect(exchange && judgeExchange(exchange, {}, { expect: 'any' })).toEqual([]);
  expect(exchange && judgeExchange(exchange)).toEqual([]);
});

test.each([
  ['as text', entry({ text: '{"products":[]}' })],
  ['as text, though it came packed', entry({ text: '{"products":[]}' }, packed)],
  ['in Base64', entry({ text: Buffer.from('{"products":[]}').toString('base64'), encoding: 'base64' })],
  ['in Base64, packed', entry({ text: gzipSync('{"products":[]}').toString('base64'), encoding: 'base64' }, packed)],
  [
    'in Base64, unpacked',
    entry({ text: Buffer.from('{"products":[]}').toString('base64'), encoding: 'base64' }, packed),
  ],
])('a body captured %s is read', (_, given) => {
  expect(fromHar(given, 1, classify)?.response?.body.json).toEqual({ ok: true, value: { products: [] } });
});

test('a body that is no text and as long as its head says came like this', () => {
  const whole = entry({ size: 3, text: '/wD+', encoding: 'base64' }, { 'Content-Length': '3' });
  const exchange = fromHar(whole, 1, classify);
  expect(exchange && judgeExchange(exchange).map(({ outcome }) => outcome.status)).toContain('failed');
});

const asked = (postData: object | undefined, more: object = {}) => ({
  ...entry({ size: 2, text: '{}' }),
  request: { method: 'post', url: 'http://shop/order', headers: [], ...(postData && { postData }), ...more },
});
const length = (value: string) => ({ headers: [{ name: 'Content-Length', value }] });

test.each([
  ['as fields made of JSON', asked({ mimeType: 'application/json', params: [{ name: 'id', value: 'b' }] })],
  ['not at all, but its length is', asked(undefined, length('12'))],
  ['not at all, its length unknown', asked(undefined, { bodySize: -1 })],
])('a request captured %s was not kept', (_, given) => {
  expect(fromHar(given, 1, classify)).toMatchObject({
    call: { name: 'order' },
    request: { body: { truncated: true } },
  });
});

const lost = entry({ size: 0, mimeType: 'application/json' });

test.each([
  ['streamed through', entry({ size: 0, text: null }, { 'content-length': '12' })],
  ['of unknown size', entry({ size: -1 })],
  ['lost by a browser', { ...lost, response: { ...lost.response, bodySize: 312 } }],
  ['cut without a word', entry({ size: 12, text: '{"products":[' })],
  ['cut, as its length shows', entry({ size: 13, text: '{"products":[' }, { 'content-length': '500' })],
])('an answer that was %s was not kept', (_, given) => {
  expect(fromHar(given, 1, classify)?.response?.body.truncated).toBe(true);
});

test.each([
  ['nothing', entry({ size: 0, text: '' }), ''],
  ['half of its JSON', entry({ size: 13, text: '{"products":[' }, { 'content-length': '13' }), '{"products":['],
])('a shop that is known to have sent %s is taken by its word', (_, given, text) => {
  expect(fromHar(given, 1, classify)?.response?.body).toMatchObject({ truncated: false, text });
});

test('a header that is told twice is one, and where none was kept the type of the content is', () => {
  const given = entry({ text: '{}', mimeType: 'application/json' });
  const { headers } = given.response;
  const twice = { ...given, response: { ...given.response, headers: [...headers, ...headers] } };
  const bare = { ...given, response: { ...given.response, headers: [] } };
  for (const one of [twice, bare])
    expect(fromHar(one, 1, classify)?.response?.headers).toEqual({ 'content-type': 'application/json' });
});

test('an entry without an answer is silent, and what is no entry is none', () => {
  const silent = fromHar({ ...entry({}), response: { status: 0, headers: [], content: {} } }, 1, classify);
  expect([silent?.response, silent?.failure?.message]).toEqual([undefined, 'no response was captured']);
  expect([fromHar(null, 1, classify), fromHar({ request: {} }, 1, classify)]).toEqual([undefined, undefined]);
});

test.each([
  ['took 8 of 20 ms to get a connection', 20, { blocked: 5, connect: 3, send: 0.5, wait: 11.25, receive: 0.25 }, 11],
  ['counts the connection twice', 35.4, { connect: 3.3, ssl: -1, send: 0.4, wait: 31.2, receive: 0.5 }, 31.1],
  ['rounds each part', 12, { send: 0, wait: 10, receive: 2 }, 9],
  ['tells no parts', 12.5, undefined, 11.5],
  ['tells parts that are unknown', 12.5, { blocked: 2, send: -1, wait: -1, receive: -1 }, 9.5],
  ['tells no time', null, {}, 0],
])('an answer is never later than it was, where an archive %s', (_, time, timings, expected) => {
  const { at = 0, answeredAt = 0 } = fromHar({ ...entry({ text: '{}' }), time, timings }, 1, classify) ?? {};
  expect(answeredAt - at).toBeCloseTo(expected, 3);
});
