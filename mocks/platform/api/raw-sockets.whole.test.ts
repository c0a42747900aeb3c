import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createRig } from '#lab/doubles/platform/platform-rig';
import { toScheme } from '../index.ts';
import { largestBody } from '#traffic';

/** Short, so that the slow get their answer within a test. */
const limits = { headMs: 300, requestMs: 600, checkMs: 50 };
/** Whoever is not answered and closed by then holds a connection for ever. */
const boundMs = 15_000;

/** What came back until the platform closed the connection. */
interface Ended {
  readonly status: number | undefined;
  readonly text: string;
}
type Attack = (socket: Socket) => void;

const attack = (port: number, act: Attack): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    // Half open on purpose: that we say no more does not mean that the platform is done.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => act(socket));
    const tooLong = setTimeout(() => {
      socket.destroy();
      reject(new Error(`still open after ${boundMs} ms: ${Buffer.concat(chunks).toString().slice(0, 200)}`));
    }, boundMs);
    const end = () => {
      clearTimeout(tooLong);
      socket.destroy();
      const text = Buffer.concat(chunks).toString('latin1');
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      resolve({ status: status === undefined ? undefined : Number(status), text });
    };
    socket.on('data', (chunk) => void chunks.push(chunk));
    // A platform that closes while we still write resets the connection.
    socket.on('error', () => undefined);
    socket.on('end', end);
    socket.on('close', end);
  });

const says =
  (...parts: readonly (string | Buffer)[]): Attack =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };
/** A little at a time, until the platform has enough. */
const drips =
  (start: string, drip: string): Attack =>
  (socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(drip), 20);
    socket.once('close', () => clearInterval(timer));
  };
const leaves =
  (start: string, how: 'end' | 'resetAndDestroy'): Attack =>
  (socket) => {
    socket.write(start, () => void socket[how]());
  };

const head = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, 'Host: platform.example', 'Connection: close', ...headers, '', ''].join('\r\n');

const endpoints: readonly string[] = [
  'POST /merchant/v1/baskets/change',
  'POST /merchant/v1/pos/activate',
  'POST /merchant/v1/pos/health',
  'POST /merchant/v1/async/test',
  'POST /merchant/v1/async/Test/m-1',
  'PUT /merchant/v1/tipRecipients/s-1',
  'POST /merchant/v1/pos/events/PosLocationAvailabilityChanged',
  'POST /000000000000/bar.fifo',
  'POST /nowhere',
];

const open = async () => {
  const rig = createRig();
  const api = await serve(rig.platform.fetch, { limits });
  const control = await serve(rig.platform.controlFetch, { limits });
  onTestFinished(async () => {
    await api[Symbol.asyncDispose]();
    await control[Symbol.asyncDispose]();
    rig.platform.close();
  });
  const tally = new Map<string, number>();
  const tryOn = async (port: number, act: Attack, allowed: (status: number | undefined) => boolean) => {
    const ended = await attack(port, act);
    const key = String(ended.status ?? 'closed');
    tally.set(key, (tally.get(key) ?? 0) + 1);
    if (!allowed(ended.status)) throw new Error(`${key}: ${ended.text.slice(0, 300)}`);
    return ended;
  };
  const all = async (port: number, attacks: readonly Attack[], allowed = isRefusal) => {
    const results: Ended[] = [];
    for (let at = 0; at < attacks.length; at += 20)
      results.push(...(await Promise.all(attacks.slice(at, at + 20).map((act) => tryOn(port, act, allowed)))));
    return results;
  };
  const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
  /** Nobody's connection is left, and the platform is as well as before. */
  const isSound = async () => {
    while (sockets() > 0) await new Promise(setImmediate);
    expect(rig.events.filter(({ kind }) => kind === 'broken')).toEqual([]);
    const pos = await rig.activatedPos(`tax-${crypto.randomUUID()}`);
    expect((await pos.call('POST', '/merchant/v1/async/test')).status).toBe(200);
  };
  const tried = () => [...tally.values()].reduce((sum, count) => sum + count, 0);
  return { rig, api, control, all, isSound, tried, sockets };
};

const isRefusal = (status: number | undefined): boolean => status === undefined || (status >= 400 && status < 500);

test('whoever sends nothing, half a head, a drop at a time, or leaves in the middle is gone in time', async () => {
  const { api, control, all, isSound, tried, sockets } = await open();
  const length = 'Content-Length: 100000';
  const ways: Attack[] = [
    says(),
    says('P'),
    says('POST /merchant/v1/pos/activate HTTP/1.1\r\nHost: x'),
    says('\r\n'.repeat(1000)),
    drips('GET / HTTP/1.1\r\n', 'X-A: b\r\n'),
    drips('GET / HTTP/1.1\r\nX-A: ', 'b'),
    ...endpoints.flatMap((line) => [
      says(head(line, length)),
      says(head(line, length), '{"a":'),
      drips(head(line, length), ' '),
      drips(head(line, 'Transfer-Encoding: chunked'), '1\r\n \r\n'),
      leaves(`${head(line, length)}{"a`, 'end'),
      leaves(`${head(line, length)}{"a`, 'resetAndDestroy'),
      leaves(head(line, 'Transfer-Encoding: chunked'), 'end'),
    ]),
  ];
  const crowd = Array.from({ length: 200 }, () => says());
  const waiting = Promise.all([
    Promise.all(crowd.map((act) => attack(api.port, act))),
    all(api.port, ways),
    all(control.port, ways),
  ]);
  // Beside them everybody else is served.
  while (sockets() < 200) await new Promise(setImmediate);
  const health = await attack(api.port, says(head('POST /merchant/v1/pos/health', 'Content-Length: 0')));
  expect(health.status).toBe(401);
  await waiting;
  expect(tried()).toBe(2 * ways.length);
  expect(tried()).toBe(138);
  await isSound();
});

test('floods of headers and bodies are refused: count, size, and 10 MB on every endpoint', async () => {
  const { rig, api, control, all, isSound, tried } = await open();
  const pos = await rig.activatedPos();
  const big = Buffer.alloc(10 * 1024 * 1024, ' ');
  const chunk = Buffer.concat([Buffer.from(`${big.length.toString(16)}\r\n`), big, Buffer.from('\r\n0\r\n\r\n')]);
  const { body } = await pos.call('POST', '/merchant/v1/async/test');
  const floods = endpoints.flatMap((line) => [
    says(head(line, ...Array.from({ length: 5000 }, (_, index) => `X-${index}: v`))),
    says(head(line, ...Array.from({ length: 2500 }, () => 'a:'))),
    says(head(line, `X-Long: ${'v'.repeat(64 * 1024)}`)),
    says(head(`${line}?${'q'.repeat(100_000)}`)),
    says(head(`${line.split(' ')[0]} /${'a/'.repeat(50_000)}`)),
    says(head(line, `Content-Length: ${big.length}`), big),
    says(head(line, 'Transfer-Encoding: chunked'), chunk),
    says(head(line, `Content-Length: ${'9'.repeat(15)}`), big),
  ]);
  // An operation without a body does not look at the one it gets.
  const isRefusalOrIgnored = (status: number | undefined) => isRefusal(status) || status === 204;
  await all(api.port, floods);
  await all(control.port, floods, isRefusalOrIgnored);
  // Under a good signature: no result of this kind, and more than any result is.
  const path = `/merchant/v1/async/Test/${body.messageId}`;
  expect((await pos.call('POST', path, big.toString())).status).toBe(400);
  expect((await pos.call('POST', path, 'x'.repeat(largestBody + 1))).status).toBe(413);
  expect(tried()).toBe(144);
  await isSound();
});

test('what is no HTTP, or two requests to different readers, is refused', async () => {
  const { api, control, all, isSound, tried } = await open();
  const raw = (text: string) => says(Buffer.from(text, 'latin1'));
  const post = 'POST /merchant/v1/pos/activate HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
  const odd: readonly Attack[] = [
    raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    raw('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
    raw('GET /x\r\n\r\n'),
    raw('GET / HTTP/9.9\r\nHost: x\r\n\r\n'),
    raw('BREW /pot HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    raw('CONNECT platform.example:443 HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('TRACE /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    raw('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    raw('GET http://other.example/merchant/v1/tipRecipients HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    raw('GET /x HTTP/1.1\r\nConnection: close\r\n\r\n'),
    raw('GET /x HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'),
    raw('GET /x HTTP/1.1\r\nHost: x/../y\r\nConnection: close\r\n\r\n'),
    raw('GET /x HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n'),
    raw('GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('GET /\xff\xfe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    raw('GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('GET /x HTTP/1.1\r\nHost: x\r\nX-A: a\x00b\r\n\r\n'),
    raw('GET /x HTTP/1.1\r\nHost: x\r\nX-A: a\r\n folded\r\n\r\n'),
    raw('GET /x HTTP/1.1\r\nHost: x\r\nX A: b\r\n\r\n'),
    raw('GET /x HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n'),
    raw(`${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    raw(`${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
    raw(`${post}Content-Length: -1\r\n\r\n{}`),
    raw(`${post}Content-Length: 0x2\r\n\r\n{}`),
    raw(`${post}Content-Length: 99999999999999999999\r\n\r\n{}`),
    raw(`${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`),
    raw(`${post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n`),
    raw(`${post}Transfer-Encoding: chunked\r\n\r\n2;${'e'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`),
    raw(`${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${'X: y\r\n'.repeat(5000)}\r\n`),
    raw(`${post}Transfer-Encoding: gzip, identity\r\n\r\n{}`),
    raw(`${post}Expect: the-unexpected\r\nContent-Length: 2\r\n\r\n{}`),
    raw(`${post}Expect: 100-continue\r\nContent-Length: 2000000\r\n\r\n`),
    raw(`${post}Upgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 2\r\n\r\n[]`),
    raw(`${post}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n[]`),
  ];
  // An activation is always answered 200, even one that is no JSON.
  await all(api.port, odd, (status) => isRefusal(status) || status === 200 || status === 100);
  await all(control.port, odd, (status) => isRefusal(status) || status === 200 || status === 100);
  expect(tried()).toBe(68);
  await isSound();
});

test("no path leads from one merchant to what is another's, and no stranger to anybody's", async () => {
  const { rig, api, all, isSound, tried } = await open();
  const [mine, theirs] = [await rig.activatedPos('tax-mine'), await rig.activatedPos('tax-theirs')];
  const marker = 'Zdzislawa-of-theirs';
  await theirs.call('PUT', '/merchant/v1/tipRecipients/s-1', { phoneNumber: '+48600100200', displayName: marker });
  const { body } = await theirs.call('POST', '/merchant/v1/async/test');
  const commands = `Test/${body.messageId}`;
  const ups = [
    '..',
    '%2e%2e',
    '.%2e',
    '..%2f',
    '..%5c',
    '%252e%252e',
    '..;',
    '%00',
    '%ff',
    '%',
    '\\..',
    '__proto__',
    '',
  ];
  const places = ups.flatMap((up) => [
    `/merchant/v1/tipRecipients/${up}/s-1`,
    `/merchant/v1/tipRecipients/x/${up}/s-1`,
    `/merchant/v1/tipRecipients/${up}/${theirs.id}/s-1`,
    `/merchant/v1/tipRecipients/x%2f${up}%2fs-1`,
    `/merchant/v1/${up}/tipRecipients/s-1`,
    `//merchant/v1/${up}/tipRecipients/s-1`,
    `/merchant/v1/async/${up}/${commands}`,
    `/merchant/v1/async/Test/${up}%2f${body.messageId}`,
    `/${theirs.id}/${up}/merchant/v1/tipRecipients/s-1`,
    `/000000000000/${mine.id}.fifo/${up}/${theirs.id}.fifo`,
    `/state/${up}/locations/${theirs.id}`,
    `/merchant/v1/pos/events/${up}/state`,
  ]);
  const plain = ['/merchant/v1/tipRecipients/s-1', '/merchant/v1/tipRecipients', `/merchant/v1/async/${commands}`];
  const keys = await rig.controlCall('POST', `/locations/${mine.id}/credentials`);
  const results: Ended[] = [];
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
    for (const isSigned of [false, true]) {
      const calls = [...places, ...plain].map(async (path) => {
        const text = method === 'GET' ? '' : '{"nonce":"n"}';
        const url = URL.parse(`http://platform.example${path}`)?.href ?? 'http://platform.example/';
        const message = { method, url, headers: new Headers(), body: Buffer.from(text) };
        const signed = isSigned ? await toScheme().sign(message, keys.body, Date.now()) : {};
        const headers = Object.entries(signed).map(([name, value]) => `${name}: ${value}`);
        return says(head(`${method} ${path}`, ...headers, `Content-Length: ${text.length}`), text);
      });
      // With a good signature one's own list may be read, and an event of an unknown kind is a 4xx.
      const allowed = (status: number | undefined) => isRefusal(status) || (isSigned && status === 200);
      results.push(...(await all(api.port, await Promise.all(calls), allowed)));
    }
  for (const { text } of results) expect(text).not.toContain(marker);
  // What is refused was so for its path, not for a signature that no longer matched it.
  const own = results.filter(({ status }) => status === 200);
  expect(own.length).toBeGreaterThan(0);
  for (const { text } of own) expect(text).toMatch(/\{"tipRecipients":\[\]\}$/);
  expect(results.filter(({ status }) => status === 404).length).toBeGreaterThan(300);
  expect(rig.control.command(theirs.id, body.messageId)?.resultAt).toBeUndefined();
  expect(tried()).toBe(1272);
  await isSound();
});
