import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serve } from './serve.ts';

test('an app is reachable on a loopback port of its own', async () => {
  await using one = await serve((request) => new Response(new URL(request.url).pathname));
  await using two = await serve(() => Response.json({ two: true }));
  expect(one.port).not.toBe(two.port);
  expect(await (await fetch(`${one.url}/a%20b`)).text()).toBe('/a%20b');
  expect(await (await fetch(two.url)).json()).toEqual({ two: true });
});

test('disposing closes a connection whose answer is still under way', async () => {
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const served = await serve(() => {
    arrived();
    return new Promise<Response>(() => {});
  });
  const hanging = fetch(served.url).then(
    () => 'answered',
    () => 'closed',
  );
  await arrival;
  await served[Symbol.asyncDispose]();
  expect(await hanging).toBe('closed');
});

test.each(['9'.repeat(300), '1.2.3.999', 'a b', '[', '0x100000000'])(
  'a Host header %j is refused, not passed on',
  async (host) => {
    const app = Object.assign((request: Request) => new Response(new URL(request.url).pathname), {
      answering: async ({ url }: { url: string }) => ({ status: 200, headers: {}, text: new URL(url).pathname }),
    });
    await using served = await serve(app);
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      request(served.url, { headers: { host } }, (answer) => resolve(answer.resume().statusCode))
        .once('error', reject)
        .end();
    });
    expect(answered).toBe(400);
  },
);

test.each(['127.0.0.1', '0.0.0.0'])(
  'a client that names no host, at %s, has asked where it connected to',
  async (hostname) => {
    await using served = await serve((asked) => new Response(asked.url), { hostname });
    const socket = connect(served.port, '127.0.0.1');
    socket.end('GET /a HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toContain(`http://127.0.0.1:${served.port}/a`);
  },
);

test('a port in use is an error, not silence', async () => {
  await using served = await serve(() => new Response());
  await expect(serve(() => new Response(), { port: served.port })).rejects.toThrow('EADDRINUSE');
});

test('a network error closes the connection without an answer', async () => {
  await using served = await serve(() => Response.error());
  await expect(fetch(served.url)).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } });
});

test('a client that hangs up aborts the request it made', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const arrived = Promise.withResolvers<void>();
  await using served = await serve((request) => {
    request.signal.addEventListener('abort', () => resolve('aborted'));
    arrived.resolve();
    return new Promise<Response>(() => undefined);
  });
  const leaving = new AbortController();
  const hanging = fetch(served.url, { method: 'POST', body: '{}', signal: leaving.signal });
  await arrived.promise;
  leaving.abort();
  await expect(hanging).rejects.toThrow();
  expect(await promise).toBe('aborted');
});
