import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type Arrival, toFetch } from './arrival.ts';
import { serve } from './serve.ts';

/** Says what arrived, by the way it came: `plainly` where no Request was made of it. */
const telling = () => {
  const said: unknown[] = [];
  const tell = async (arrival: Arrival) => {
    const { method, url, headers } = arrival;
    const { body, incomplete = false } = await arrival.body;
    said.push({ method, url, twice: headers['x-twice'], text: body.text, incomplete });
    return { status: 200, headers: { 'content-type': 'text/plain' }, text: 'żółć' };
  };
  const plain = toFetch(tell);
  const ways: string[] = [];
  const answering = (arrival: Arrival) => (ways.push('plainly'), tell(arrival));
  return {
    said,
    ways,
    fetch: Object.assign((request: Request) => (ways.push('as a Request'), plain(request)), { answering }),
  };
};

const raw = async (port: number, message: string): Promise<string> => {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(message.replaceAll('\n', '\r\n'));
  return await text(socket);
};

const head = 'Host: localhost:4000\nConnection: close\nX-Twice: a\nX-Twice: b';

test.each([
  ['plainly', 'GET /a?b=c', '', ''],
  ['plainly', 'POST /a/b', 'Content-Length: 7', '{"a":1}'],
  ['as a Request', 'POST /a/%2e%2e/b', 'Content-Length: 2', '{}'],
  ['as a Request', 'POST /a/../b', 'Content-Length: 2', '{}'],
  ['as a Request', 'POST //b', 'Transfer-Encoding: chunked', '2\n{}\n0\n\n'],
  ['as a Request', 'POST http://other.example/b', 'Content-Length: 2', '{}'],
])('%s: %s %s', async (way, line, more, sent) => {
  const { said, ways, fetch } = telling();
  await using served = await serve(fetch);
  const answer = await raw(served.port, `${line} HTTP/1.1\n${head}\n${more === '' ? '' : `${more}\n`}\n${sent}`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toContain('żółć');
  expect(ways).toEqual([way]);
  const [method = '', target = ''] = line.split(' ');
  const { href } = new URL(target.startsWith('/') ? `http://localhost:4000${target}` : target);
  const body = sent.startsWith('2') ? '{}' : sent;
  expect(said).toEqual([{ method, url: href, twice: 'a, b', text: body, incomplete: false }]);
});

test('a body that ends before its length is told as incomplete', async () => {
  const { said, ways, fetch } = telling();
  await using served = await serve(fetch);
  const socket = connect({ port: served.port, host: '127.0.0.1' });
  socket.write(`POST /a HTTP/1.1\r\n${head.replaceAll('\n', '\r\n')}\r\nContent-Length: 100\r\n\r\n{"a"`);
  await expect.poll(() => ways).toEqual(['plainly']);
  socket.resetAndDestroy();
  await expect.poll(() => said).toMatchObject([{ text: '{"a"', incomplete: true }]);
});

test('whoever waits learns that the client hung up; without an answer the connection is closed', async () => {
  const { promise: left, resolve } = Promise.withResolvers<string>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await using served = await serve(
    toFetch(async ({ url, signal }) => {
      if (url.endsWith('/closed')) return { status: 0, headers: {}, text: '' };
      if (url.endsWith('/broken')) throw new Error('a bug');
      signal.addEventListener('abort', () => resolve('hung up'));
      arrive();
      await left;
      return { status: 204, headers: {}, text: '' };
    }),
  );
  await expect(fetch(`${served.url}/closed`)).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } });
  expect((await fetch(`${served.url}/broken`)).status).toBe(500);
  const leaving = new AbortController();
  const hanging = fetch(`${served.url}/wait`, { method: 'POST', body: '{}', signal: leaving.signal });
  await arrived;
  leaving.abort();
  await expect(hanging).rejects.toThrow();
  expect(await left).toBe('hung up');
});
