import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createManualClock, systemClock } from '#mocks/time';
import { expect, test } from 'vitest';
import { createDispatcher } from './dispatcher.ts';
import { toFailure } from './failure.ts';
import { createOutbound, type OutboundRequest, type Reply } from './outbound.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const listening = async (handler: Handler) => {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const call = async (
  handler: Handler,
  request: Partial<OutboundRequest> = {},
  options: { readonly capBytes?: number; readonly clock?: typeof systemClock; readonly signal?: AbortSignal } = {},
): Promise<Reply> => {
  await using server = await listening(handler);
  const dispatcher = createDispatcher({}, {});
  const outbound = createOutbound({ dispatcher, clock: systemClock, signal: new AbortController().signal, ...options });
  try {
    return await outbound({ method: 'GET', url: server.url, headers: {}, timeoutMs: 5000, ...request });
  } finally {
    await dispatcher.destroy();
  }
};

test('an answer comes back as bytes, with its status and headers', async () => {
  const reply = await call((_, response) => response.writeHead(201, { 'x-a': ['1', '2'] }).end('hello'));
  expect(reply.head).toMatchObject({ status: 201, headers: { 'x-a': '1, 2' } });
  expect(Buffer.from(reply.bytes).toString()).toBe('hello');
  expect(reply.failure).toBeUndefined();
});

test.for([
  ['whole', 5, undefined],
  ['cut short', 7, 'target'],
] as const)('a body that is %s is so whatever stands behind its Content-Length', async ([, told, blame]) => {
  const reply = await call((_, { socket }) => {
    socket?.end(`HTTP/1.1 200 OK\r\nCONTENT-LENGTH:  ${told}  \r\n\r\nhello`);
  });
  expect(reply.failure?.blame).toBe(blame);
  if (blame === undefined) expect(Buffer.from(reply.bytes).toString()).toBe('hello');
});

test('a redirect is an answer, not a way to go', async () => {
  const paths: (string | undefined)[] = [];
  const reply = await call((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(reply.head?.status).toBe(302);
  expect(paths).toEqual(['/']);
});

test('a reset before the answer is the silence of the target', async () => {
  const reply = await call((request) => request.socket.resetAndDestroy());
  expect(reply.head).toBeUndefined();
  expect(reply.failure).toMatchObject({
    blame: 'target',
    message: expect.stringContaining('before the response was complete'),
  });
});

test('nothing listening is a refused connection', async () => {
  const url = await (async () => {
    await using server = await listening(() => undefined);
    return server.url;
  })();
  const reply = await call((_, response) => response.end(), { url });
  expect(reply.failure).toMatchObject({ code: 'ECONNREFUSED', blame: 'target' });
});

test('a body shorter than its Content-Length is a failure beside its head', async () => {
  const reply = await call((request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{"id":');
    setTimeout(() => request.socket.destroy(), 20);
  });
  expect(reply.head?.status).toBe(200);
  expect(Buffer.from(reply.bytes).toString()).toBe('{"id":');
  expect(reply.failure?.blame).toBe('target');
});

test('an endless body is cut at the cap', async () => {
  const reply = await call(
    (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1000)));
        response.once('drain', more);
      };
      more();
    },
    {},
    { capBytes: 5000 },
  );
  expect(reply.tooLarge).toBe(true);
  expect(reply.bytes.length).toBe(5000);
});

test('a peer that never answers is given up when the time is over', async () => {
  const clock = createManualClock(0);
  const reply = await call(() => clock.advance(5000), {}, { clock });
  expect(reply).toMatchObject({ durationMs: 5000, failure: { code: 'TIMEOUT', blame: 'target' } });
});

test('hanging up after a while, counted from the request, is our own doing', async () => {
  const clock = createManualClock(0);
  const received: number[] = [];
  const reply = await call(
    () => {
      received.push(clock.now());
      clock.advance(300);
    },
    { method: 'POST', body: '{}', hangUpAfterMs: 300 },
    { clock },
  );
  expect(received).toEqual([0]);
  expect(reply).toMatchObject({ failure: { code: 'HUNG_UP', blame: 'ours' } });
  expect(reply.head).toBeUndefined();
});

test('hanging up on the head leaves the body unread', async () => {
  const reply = await call((_, response) => response.writeHead(200).write('never read'), { hangUpOnHead: true });
  expect(reply).toMatchObject({ head: { status: 200 }, failure: { blame: 'ours' } });
});

test('the end of the run ends a call with the reason of the signal', async () => {
  const abort = new AbortController();
  await expect(call(() => abort.abort(new Error('stopped')), {}, { signal: abort.signal })).rejects.toThrow('stopped');
});

test('a call of ours that cannot be made is a bug of ours', async () => {
  await expect(call((_, response) => response.end(), { headers: { 'x-bad': 'a\nb' } })).rejects.toThrow();
});

test('something that is not HTTP is said to be so', async () => {
  const reply = await call((request) => void request.socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  expect(reply.failure?.message).toContain('HTTP/1.1');
});

test('a machine without IPv6 says nothing of the address that is left', () => {
  const of = (code: string, address: string) => Object.assign(new Error(`connect ${code}`), { code, address });
  const both = new AggregateError([of('EADDRNOTAVAIL', '::1'), of('ECONNREFUSED', '127.0.0.1')]);
  expect(toFailure(both)).toMatchObject({ code: 'ECONNREFUSED', blame: 'target' });
  expect(toFailure(of('EADDRNOTAVAIL', '::1')).message).toContain('IPv6');
  expect(() => toFailure(of('EADDRNOTAVAIL', '127.0.0.1'))).toThrow();
});
