import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { systemClock } from '#mocks/time';
import { expect, onTestFinished, test } from 'vitest';
import { createDispatcher } from './dispatcher.ts';
import { createOutbound, type OutboundRequest } from './outbound.ts';

type Close = (socket: Socket) => void;
const ends: Close = (socket) => void socket.end();
const resets: Close = (socket) => void socket.resetAndDestroy();

/** Answers so many requests of each connection, closes it at the next, and says how many there were of both. */
const answering = async (perConnection: number, close = ends) => {
  const seen = { connections: 0, requests: 0 };
  const server: Server = createServer((socket: Socket) => {
    seen.connections++;
    let answered = 0;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      seen.requests++;
      if (answered++ < perConnection) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      else close(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dispatcher = createDispatcher({ budget: { concurrency: 1 } }, {});
  onTestFinished(async () => {
    await dispatcher.destroy();
    server.close();
  });
  const outbound = createOutbound({ dispatcher, clock: systemClock, signal: new AbortController().signal });
  const { port } = server.address() as AddressInfo;
  const call = async (method: OutboundRequest['method']) => {
    const body = method === 'GET' ? {} : { body: '{}' };
    const { head, failure } = await outbound({
      method,
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      timeoutMs: 5000,
      ...body,
    });
    return head?.status ?? failure?.code;
  };
  return { call, seen };
};

test.each([
  ['ended', ends],
  ['reset', resets],
])('a connection that is %s just as it is used again is no silence', async (_, close) => {
  const { call, seen } = await answering(1, close);
  expect([await call('GET'), await call('GET')]).toEqual([200, 200]);
  expect(seen).toEqual({ connections: 2, requests: 3 });
});

test('what may not be sent twice has a connection of its own', async () => {
  const { call, seen } = await answering(1);
  expect([await call('GET'), await call('POST'), await call('POST')]).toEqual([200, 200, 200]);
  expect(seen).toEqual({ connections: 3, requests: 3 });
});

test('catalogue pages come over the same connection', async () => {
  const { call, seen } = await answering(5);
  for (let page = 0; page < 5; page++) await call('GET');
  expect(seen).toEqual({ connections: 1, requests: 5 });
});

test.each([
  ['GET', ends, 'UND_ERR_SOCKET'],
  ['POST', ends, 'UND_ERR_SOCKET'],
  ['GET', resets, 'ECONNRESET'],
  ['POST', resets, 'ECONNRESET'],
] as const)('a new connection that is closed instead of answering is told, once: %s', async (method, close, code) => {
  const { call, seen } = await answering(0, close);
  expect(await call(method)).toBe(code);
  expect(seen).toEqual({ connections: 1, requests: 1 });
});
