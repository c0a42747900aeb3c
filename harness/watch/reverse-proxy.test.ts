import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
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

/** A target that answers the beginning of a call with these bytes, and what it heard. */
const speaking = async (answerTo: (heard: string, socket: Socket) => string | undefined) => {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      heard.push(bytes.toString('latin1'));
      const answer = answerTo(bytes.toString('latin1'), socket);
      if (answer !== undefined) socket.write(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, heard };
};

/** What a caller that sends these bytes is told, until it is told so much. */
const say = async (port: number, bytes: string, end: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let told = '';
  socket.on('data', (text: Buffer) => (told += String(text)));
  socket.write(bytes);
  await expect.poll(() => told, { timeout: 10_000 }).toContain(end);
  return told;
};

test.each([
  ['nothing is added', 'GET / HTTP/1.1\r\nHost: h\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'],
  [
    'an early hint',
    'GET / HTTP/1.1\r\nHost: h\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  ],
  [
    'trailers',
    'GET / HTTP/1.1\r\nHost: h\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-Sum: 7\r\n\r\n',
  ],
  [
    'an expectation that is refused',
    'POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n',
    'HTTP/1.1 417 No\r\nContent-Length: 3\r\nConnection: close\r\n\r\nno.',
  ],
  [
    'an expectation of its own',
    'POST / HTTP/1.1\r\nHost: h\r\nExpect: patience\r\nContent-Length: 2\r\n\r\nhi',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  ],
  [
    'an offer of HTTP/2, as some clients make it with every call',
    'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\nhi',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  ],
])('the answer is told byte for byte: %s', async (_, asked, answer) => {
  const target = await speaking((heard) => (heard.includes('\r\n\r\n') ? answer : undefined));
  const { port, calls } = await proxied(target.port);
  expect(await say(port, asked, answer.slice(-6))).toBe(answer);
  expect(target.heard.join('')).toContain(asked.slice(asked.indexOf('\r\n\r\n')));
  await expect.poll(() => calls.length).toBe(1);
});

test('a target that stays with HTTP refuses an upgrade in its own words', async () => {
  const target = await speaking(() => 'HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\nContent-Length: 4\r\n\r\nnope');
  const { port } = await proxied(target.port);
  const asked = 'GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  expect(await say(port, asked, 'nope')).toBe(
    'HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\nContent-Length: 4\r\nConnection: close\r\n\r\nnope',
  );
});

test('a call is told to go on by the target, and what follows its body goes through', async () => {
  const target = await speaking((heard) => {
    if (heard.includes('Expect')) return 'HTTP/1.1 100 Continue\r\n\r\n';
    return heard.endsWith('\r\n\r\n') ? 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok' : undefined;
  });
  const { port } = await proxied(target.port);
  const head = 'POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n';
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let told = '';
  socket.on('data', (text: Buffer) => (told += String(text)));
  socket.write(head);
  await expect.poll(() => told).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write('2\r\nhi\r\n0\r\nX-Sum: 9\r\n\r\n');
  await expect.poll(() => told).toContain('ok');
  expect(target.heard.join('')).toContain('2\r\nhi\r\n0\r\nX-Sum: 9\r\n\r\n');
});

test('a connection that the target closes while nothing goes on is closed for its caller, so that no call is lost on it', async () => {
  const sockets: Socket[] = [];
  const target = await speaking((_, socket) => {
    sockets.push(socket);
    return 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
  });
  const { port } = await proxied(target.port);
  const caller = connect(port, '127.0.0.1');
  caller.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await once(caller, 'data');
  caller.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await once(caller, 'data');
  expect(new Set(sockets).size).toBe(1);
  sockets[0]?.end();
  await once(caller, 'end');
  caller.destroy();
});

test('a target that resets a connection it kept is told as that, and blamed on nobody', async () => {
  let calls = 0;
  const target = await speaking((_, socket) => {
    calls++;
    if (calls === 2) socket.resetAndDestroy();
    return calls === 2 ? undefined : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
  });
  const { port, calls: seen } = await proxied(target.port);
  const caller = connect(port, '127.0.0.1').on('error', () => undefined);
  caller.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await once(caller, 'data');
  const closed = once(caller, 'close');
  caller.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await closed;
  expect(seen.map(({ failure }) => failure?.blame)).toEqual([undefined, 'ours']);
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
