import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '#mocks/time';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { createDispatcher } from './dispatcher.ts';
import { createOutbound, type Reply } from './outbound.ts';
import { proxyFor } from './proxies.ts';

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Over a connection that may be used again, and over one of its own. */
const methods = ['GET', 'POST'] as const;

const call = async (
  method: (typeof methods)[number],
  url: string,
  ...given: Parameters<typeof createDispatcher>
): Promise<Reply> => {
  const dispatcher = createDispatcher(...given);
  try {
    const outbound = createOutbound({ dispatcher, clock: systemClock, signal: new AbortController().signal });
    return await outbound({ method, url, headers: {}, timeoutMs: 5000 });
  } finally {
    await dispatcher.destroy();
  }
};

const certificate = () =>
  generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });

test.each(methods)(
  'a private authority is trusted and a client certificate shown, when the configuration says so: %s',
  async (method) => {
    const { cert, private: key } = await certificate();
    const folder = testFolder();
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const tls = { ca: file('ca.pem', cert), cert: file('cert.pem', cert), key: file('key.pem', key) };
    await using server = await listen(
      createTlsServer({ cert, key, ca: cert, requestCert: true, rejectUnauthorized: true }, (_, response) =>
        response.end('ok'),
      ),
    );
    const url = `https://localhost:${server.port}/`;
    expect((await call(method, url, { tls }, {})).head?.status).toBe(200);
    expect((await call(method, url, {}, {})).failure).toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      blame: 'target',
      message: expect.stringContaining('merchant.tls.ca'),
    });
    expect((await call(method, url, { tls: { ca: tls.ca } }, {})).failure?.blame).toBe('target');
    expect((await call(method, `https://127.0.0.1:${server.port}/`, { tls }, {})).failure?.code).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    );
  },
);

const proxyTo = (through: string[], port: () => number): Server =>
  createServer((request, response) => {
    through.push(request.url ?? '');
    response.end('by the proxy');
  }).on('connect', (request, socket: Socket) => {
    through.push(request.url ?? '');
    const upstream = connect(port(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });

test.each(methods)('the proxy of the environment is used, except for hosts that NO_PROXY names: %s', async (method) => {
  const through: string[] = [];
  await using target = await listen(createServer((_, response) => response.end('by the target')));
  await using proxy = await listen(proxyTo(through, () => target.port));
  const env = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` };
  expect((await call(method, `http://127.0.0.1:${target.port}/x`, {}, env)).head?.status).toBe(200);
  expect(through).toHaveLength(1);
  const direct = await call(method, `http://127.0.0.1:${target.port}/x`, {}, { ...env, no_proxy: '127.0.0.1' });
  expect(Buffer.from(direct.bytes).toString()).toBe('by the target');
  expect(through).toHaveLength(1);
});

test.each(methods)('a proxy that refuses says nothing about the target: %s', async (method) => {
  await using proxy = await listen(
    createServer((_, response) => response.writeHead(403).end()).on('connect', (_, socket: Socket) =>
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'),
    ),
  );
  const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
  expect((await call(method, 'https://shop.example/', {}, env)).failure?.blame).toBe('proxy');
});

const answering = (head: string, body = ''): Server =>
  createServer().on('connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(`HTTP/1.1 ${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`));
  });

test.each([
  ['503 Oops\r\nX-Squid-Error: ERR_DNS_FAIL 0', /answered 503 itself \(x-squid-error: ERR_DNS_FAIL 0\)/],
  ['502 Oops\r\nProxy-Status: office; error=dns_error', /answered 502 itself/],
  ['403 Forbidden\r\nServer: squid/6.1', /answered 403 itself/],
  ['200 OK\r\nContent-Type: text/html', /web page/],
  ['302 Found\r\nLocation: https://login.corp.example/', /redirect to login\.corp\.example/],
  ['407 Proxy Authentication Required\r\nProxy-Authenticate: Basic', /407/],
])('what a proxy answers of its own accord is no answer of the target: %s', async (head, why) => {
  for (const method of methods) {
    await using proxy = await listen(answering(head, 'x'));
    for (const given of [`http://127.0.0.1:${proxy.port}`, `127.0.0.1:${proxy.port}`]) {
      const { failure, head: none } = await call(method, 'http://shop.inner/', {}, { http_proxy: given });
      expect(failure).toMatchObject({ blame: 'proxy', message: expect.stringMatching(why) });
      expect(failure?.message).toContain(`the proxy http://127.0.0.1:${proxy.port} (http_proxy)`);
      expect(failure?.message).toContain('NO_PROXY');
      expect(none).toBeUndefined();
    }
  }
});

test.each(['500 Oops\r\nContent-Type: application/json', '404 Not Found', '302 Found\r\nLocation: /elsewhere'])(
  'what a target may answer stays its answer through a proxy: %s',
  async (head) => {
    await using proxy = await listen(answering(head, '{}'));
    const reply = await call('GET', 'http://shop.inner/', {}, { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` });
    expect(reply.head?.status).toBe(Number(head.slice(0, 3)));
    expect(reply.failure).toBeUndefined();
  },
);

test.each(['http://shop.inner/', 'https://shop.inner/'])('a dead proxy is not the target: %s', async (url) => {
  const { failure } = await call('GET', url, {}, { HTTP_PROXY: 'http://127.0.0.1:9' });
  expect(failure).toMatchObject({
    blame: 'proxy',
    message: expect.stringMatching(/the proxy http:\/\/127\.0\.0\.1:9 \(HTTP_PROXY\) .*refused.*NO_PROXY/),
  });
  const asks = await (async () => {
    await using proxy = await listen(
      createServer().on('connect', (_, socket: Socket) => socket.end('HTTP/1.1 407 Who\r\n\r\n')),
    );
    return await call('GET', 'https://shop.inner/', {}, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
  })();
  expect(asks.failure).toMatchObject({ blame: 'proxy', message: expect.stringMatching(/asks for a password: 407/) });
});

test.each([
  ['127.0.0.0/8', 'http://127.0.0.1/', false],
  ['10.0.0.0/8', 'http://127.0.0.1/', true],
  ['[fd00::]/8, fd00::/8', 'http://[fd12::1]/', false],
  ['127.0.0.0/99, /8, ::1/x', 'http://127.0.0.1/', true],
  ['.inner', 'http://shop.inner/', false],
  ['*.inner', 'http://inner/', true],
  ['shop.inner:8080', 'http://shop.inner/', true],
  ['shop.inner:80', 'http://shop.inner/', false],
  ['[::1]:80', 'http://[::1]/', false],
  ['*', 'https://shop.inner/', false],
])('NO_PROXY %s: %s goes through the proxy: %s', (NO_PROXY, url, goes) => {
  expect(proxyFor(new URL(url), { HTTP_PROXY: 'proxy.corp:8080', NO_PROXY }) !== undefined).toBe(goes);
});

test.each(['http://', 'ftp://a', 'http://[', 'http://a:b%zz@c'])('%s is no proxy', (HTTP_PROXY) => {
  expect(() => createDispatcher({}, { HTTP_PROXY })).toThrow(/The environment variable HTTP_PROXY is not/);
});
