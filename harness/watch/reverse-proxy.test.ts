import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createReverseProxy, type ProxiedCall, type ReverseProxyOptions } from './reverse-proxy.ts';

const listening = async (server: http.Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

const proxied = async (target: RequestListener | number, options: Partial<ReverseProxyOptions> = {}) => {
  const calls: ProxiedCall[] = [];
  const behind = typeof target === 'number' ? target : await listening(http.createServer(target));
  const port = await listening(
    createReverseProxy({
      target: new URL(`http://127.0.0.1:${behind}`),
      now: () => 1,
      onCall: (call) => calls.push(call),
      ...options,
    }),
  );
  return { port, behind, calls };
};

const ask = async (port: number, options: http.RequestOptions = {}, body?: string): Promise<IncomingMessage> =>
  await new Promise((resolve, reject) => {
    http
      .request({ port, host: '127.0.0.1', agent: false, ...options }, resolve)
      .on('error', reject)
      .end(body);
  });

test('a call goes through as it came, and comes back as it was answered', async () => {
  const heard: string[] = [];
  const { port, behind, calls } = await proxied(async (request, response) => {
    heard.push(`${request.method} ${request.url}`, ...request.rawHeaders, await text(request));
    response.writeHead(418, 'Teapot', [
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['X-Odd', 'ü'.normalize('NFC') === 'ü' ? 'yes' : 'no'],
    ]);
    response.end('{"answer":1}');
  });
  const headers = ['Host', 'shop.example', 'X-Case', 'Kept', 'content-length', '2', 'x-case', 'twice'];
  const answer = await ask(port, { method: 'POST', path: '/a%20b?c=%2B', headers } as object, 'hi');
  expect(heard).toEqual(['POST /a%20b?c=%2B', ...headers, 'Connection', 'close', 'hi']);
  expect([answer.statusCode, answer.statusMessage, answer.headers['set-cookie']]).toEqual([
    418,
    'Teapot',
    ['a=1', 'b=2'],
  ]);
  expect(await text(answer)).toBe('{"answer":1}');
  expect(calls).toMatchObject([
    {
      request: { method: 'POST', url: `http://127.0.0.1:${behind}/a%20b?c=%2B`, headers: { 'x-case': 'Kept, twice' } },
      response: { status: 418 },
    },
  ]);
  expect(Buffer.from(calls[0]?.request.body.bytes ?? []).toString()).toBe('hi');
});

test('a long answer arrives as it is sent, and more of it than is kept goes through all the same', async () => {
  let finish: () => void = () => undefined;
  const { port, calls } = await proxied(
    (_, response) => {
      response.write('first');
      finish = () => response.end('x'.repeat(100_000));
    },
    { mostBody: 1000 },
  );
  const answer = await ask(port);
  const [first] = (await once(answer, 'data')) as [Buffer];
  expect(first.toString()).toBe('first');
  finish();
  expect((await text(answer)).length).toBe(100_000);
  expect(calls[0]?.response?.body).toEqual({ bytes: new Uint8Array(), truncated: true });
});

test('whoever watches may fail: the traffic goes on', async () => {
  const { port } = await proxied((_, response) => response.end('well'), {
    onCall: () => {
      throw new Error('no disk');
    },
  });
  for (let call = 0; call < 3; call++) expect(await text(await ask(port))).toBe('well');
});

test('a target that does not answer is a 502, and its own fault', async () => {
  const server = http.createServer();
  const closed = await listening(server);
  server.close();
  const { port, calls } = await proxied(closed);
  expect((await ask(port)).statusCode).toBe(502);
  expect(calls).toMatchObject([{ failure: { code: 'ECONNREFUSED', blame: 'target' } }]);
});

test('a target that breaks off in the middle is broken off, and a caller that goes away is nobody else’s fault', async () => {
  const silent = Promise.withResolvers<void>();
  const { port, calls } = await proxied((request, response) => {
    if (request.url !== '/breaks') return silent.resolve();
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  await expect(text(await ask(port, { path: '/breaks' }))).rejects.toThrow();
  const request = http.get({ port, host: '127.0.0.1', path: '/silent' }).on('error', () => undefined);
  await silent.promise;
  request.destroy();
  await expect.poll(() => calls.map(({ failure }) => failure?.blame)).toEqual(['target', 'ours']);
});

test('the host may be the target’s own', async () => {
  const { port, behind } = await proxied((request, response) => response.end(request.headers.host), {
    changeHost: true,
  });
  expect(await text(await ask(port))).toBe(`127.0.0.1:${behind}`);
});

test('what is no HTTP any more goes through', async () => {
  const target = http.createServer().on('upgrade', (_, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n');
    socket.pipe(socket);
  });
  const { port } = await proxied(await listening(target));
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: h\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += String(chunk)));
  await expect.poll(() => heard).toContain('\r\n\r\n');
  socket.write('hello');
  await expect.poll(() => heard).toMatch(/101 [\s\S]*\r\n\r\nhello$/);
});
