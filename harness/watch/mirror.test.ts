import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createMirror } from './mirror.ts';
import type { ProxiedCall } from './reverse-proxy.ts';

const mirroring = async (mostBody = 1024) => {
  const calls: ProxiedCall[] = [];
  const told: string[] = [];
  const mirror = createMirror({
    now: () => 10_000,
    mostBody,
    onCall: (call) => calls.push(call),
    onRefused: (why) => told.push(why),
    metrics: () => ({
      pairs: { help: 'Pairs.', counts: calls.length },
      violations: { help: 'Wrong.', label: 'requirement', counts: new Map([['order/idempotent', 2]]) },
    }),
  });
  mirror.listen(0, '127.0.0.1');
  await once(mirror, 'listening');
  onTestFinished(() => {
    mirror.closeAllConnections();
    mirror.close();
  });
  const { port } = mirror.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const post = async (body: string | Uint8Array<ArrayBuffer>): Promise<unknown> =>
    await (await fetch(url, { method: 'POST', body })).json();
  return { calls, told, port, url, post };
};

const request = { method: 'GET', url: 'http://shop.example/basket?basketId=1', body: '' };
const response = {
  status: 200,
  headers: { 'Content-Type': 'application/json', 'x-many': ['a', 'b'] },
  body: '{"ü":1}',
};
const pair = { at: 9.5, durationMs: 20, request, response };

test('a pair is a call that went through, whether its line ends or not, with what it was sent as', async () => {
  const { calls, post } = await mirroring();
  const zipped = { ...response, body: Buffer.from([1, 2]).toString('base64'), encoding: 'base64' };
  const lines = [pair, { request, response: zipped }, { ...pair, at: '1970-01-01T00:00:09.000Z' }];
  expect(await post(`\n${lines.map((line) => JSON.stringify(line)).join('\r\n')}`)).toEqual({ taken: 3, refused: 0 });
  expect(calls.map(({ at, answeredAt }) => [at, answeredAt])).toEqual([
    [9500, 9520],
    [10_000, 10_000],
    [9000, 9020],
  ]);
  expect(calls[0]).toMatchObject({
    request: { method: 'GET', url: request.url, body: { truncated: false } },
    response: { status: 200, headers: { 'content-type': 'application/json', 'x-many': 'a, b' } },
  });
  expect(calls.map((call) => Buffer.from(call.response?.body.bytes ?? []).toString('latin1'))).toEqual([
    Buffer.from('{"ü":1}').toString('latin1'),
    '\u0001\u0002',
    Buffer.from('{"ü":1}').toString('latin1'),
  ]);
});

test('a body that was not kept, or is longer than what is kept, is judged by nobody', async () => {
  const { calls, post } = await mirroring(4);
  await post(JSON.stringify({ request: { ...request, body: undefined }, response }));
  expect(calls[0]).toMatchObject({ request: { body: { truncated: true } }, response: { body: { truncated: true } } });
});

test.each<[string, string, string]>([
  ['no JSON', '{"request":', 'it is no JSON'],
  ['a number', '7', '/: '],
  ['nested without end', '['.repeat(100_000), 'it is no JSON'],
  ['without a response', JSON.stringify({ request }), 'response'],
  ['of a status that is none', JSON.stringify({ request, response: { status: '200' } }), '/response/status: '],
  ['to no address', JSON.stringify({ request: { ...request, url: '/basket' }, response }), '/request/url: '],
  ['of the next century', JSON.stringify({ ...pair, at: 4e9 }), '/at: '],
  ['of no moment', JSON.stringify({ ...pair, at: 'noon' }), '/at: '],
  ['of a prototype', `{"__proto__":{"request":1},"request":{},"response":{}}`, '/request'],
  ['longer than there is room for', 'x'.repeat(12 * 1024 + 300 * 1024), 'it is too long'],
])('a line that is %s is counted and told, and the next one is taken', async (_, line, why) => {
  const { calls, told, post } = await mirroring();
  const good = JSON.stringify(pair);
  expect(await post(`${good}\n${line}\n${good}\n`)).toMatchObject({
    taken: 2,
    refused: 1,
    reasons: [{ line: 2, why: expect.stringContaining(why) as string }],
  });
  expect([calls.length, told.length]).toEqual([2, 1]);
});

test('whatever bytes come, each line is taken or refused, and the mirror goes on', async () => {
  const { calls, post } = await mirroring();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const { taken, refused } = (await post(new Uint8Array([...bytes, 10]))) as Record<'taken' | 'refused', number>;
      expect(taken).toBe(0);
      expect(refused).toBeLessThanOrEqual(bytes.filter((byte) => byte === 10).length + 1);
    }),
    { numRuns: 50 },
  );
  expect(await post(JSON.stringify(pair))).toEqual({ taken: 1, refused: 0 });
  expect(calls).toHaveLength(1);
});

test('a tap that goes away in the middle of a line gives back the room it had', async () => {
  const { port, post } = await mirroring(1024 * 1024);
  const half = 'x'.repeat(8 * 1024 * 1024);
  for (let tap = 0; tap < 10; tap++) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    await new Promise<void>((sent) =>
      socket.write(`POST / HTTP/1.1\r\nHost: m\r\nContent-Length: 99999999\r\n\r\n${half}`, () => sent()),
    );
    socket.destroy();
    await once(socket, 'close');
  }
  await expect
    .poll(async () => await post(JSON.stringify({ ...pair, response: { ...response, body: half.slice(0, 1024) } })))
    .toEqual({ taken: 1, refused: 0 });
});

test('a line that comes byte by byte takes no more room than any other', async () => {
  const { told, port } = await mirroring(0);
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`POST / HTTP/1.1\r\nHost: m\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(2000)}0\r\n\r\n`);
  await expect.poll(() => told).toEqual(['it is too long']);
});

test('a page of a browser gets nothing, and only POST takes pairs', async () => {
  const { url, calls } = await mirroring();
  const body = JSON.stringify(pair);
  const asked = [{ method: 'POST', body, headers: { origin: 'http://evil.example' } }, { method: 'PUT', body }, {}];
  const answers = await Promise.all(asked.map(async (init) => (await fetch(url, init)).status));
  expect([answers, calls]).toEqual([[403, 405, 405], []]);
});

test('metrics are in the text format of Prometheus', async () => {
  const { url, post } = await mirroring();
  await post(`${JSON.stringify(pair)}\nnonsense\n`);
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await answer.text()).toBe(`# HELP conformance_pairs_total Pairs.
# TYPE conformance_pairs_total counter
conformance_pairs_total 1
# HELP conformance_violations_total Wrong.
# TYPE conformance_violations_total counter
conformance_violations_total{requirement="order/idempotent"} 2
# HELP conformance_mirror_refused_total Lines of the mirror that are no pair.
# TYPE conformance_mirror_refused_total counter
conformance_mirror_refused_total{reason="too long"} 0
conformance_mirror_refused_total{reason="no JSON"} 1
conformance_mirror_refused_total{reason="no pair"} 0
`);
});
