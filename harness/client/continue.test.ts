import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { systemClock } from '#mocks/time';
import { expect, onTestFinished, test } from 'vitest';
import { createDispatcher } from './dispatcher.ts';
import { createOutbound, type OutboundRequest } from './outbound.ts';

const ok = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const pause = async () => await new Promise((resolve) => setTimeout(resolve, 5));

/** Answers each request with these pieces, one packet each. */
const answering = async (...pieces: readonly string[]) => {
  const server: Server = createServer((socket: Socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', () => {
      void (async () => {
        for (const piece of pieces) {
          socket.write(piece);
          await pause();
        }
      })();
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
  return async (method: OutboundRequest['method']) => {
    const { head, bytes, failure } = await outbound({
      method,
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      timeoutMs: 2000,
      ...(method === 'POST' && { body: '{}' }),
    });
    return failure?.code ?? `${head?.status} ${Buffer.from(bytes).toString()}`;
  };
};

const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';

test.each([
  ['in one piece with the answer', [goOn + ok('a')], 'a'],
  ['by itself', [goOn, ok('a')], 'a'],
  ['in pieces', ['HTTP/1.', '1 10', '0 Continue\r\nX: y\r', '\n\r\nHTTP/1.1 2', ok('a').slice(10)], 'a'],
  ['twice, and with another interim answer', [goOn + goOn, `HTTP/1.1 103 Early Hints\r\n\r\n${ok('a')}`], 'a'],
  ['not at all', [ok('a')], 'a'],
  ['inside the body only', [ok(goOn).slice(0, -goOn.length), goOn], goOn],
])('an unasked 100 Continue that comes %s changes no answer', async (_, pieces, body) => {
  const call = await answering(...pieces);
  for (const method of ['GET', 'GET', 'POST', 'GET'] as const) expect(await call(method)).toBe(`200 ${body}`);
});

test('after it an answer may still be none', async () => {
  const call = await answering(`${goOn}HTTP/2 nonsense\r\n\r\n`);
  expect(await call('POST')).toBe('HTTP_PARSE');
});
