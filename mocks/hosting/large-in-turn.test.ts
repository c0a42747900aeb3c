import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { largeInTurn } from './large-in-turn.ts';

const serving = async (lookMs: number) => {
  const begun: string[] = [];
  let [open, mostOpen] = [0, 0];
  const limits = { most: 1_000_000, small: 1000, undeclared: 600_000, lookMs };
  const server = createServer(
    largeInTurn((incoming, outgoing) => {
      begun.push(incoming.url ?? '');
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      incoming.resume().once('end', () => {
        open -= 1;
        outgoing.end();
      });
    }, limits),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const post = (path: string, bytes: number, { declared = true } = {}) => {
    const message = request({ port, path, method: 'POST', agent: false });
    if (declared) message.setHeader('content-length', bytes);
    message.on('error', () => undefined);
    const status = once(message, 'response').then(
      ([response]: IncomingMessage[]) => response?.resume().statusCode,
      () => undefined,
    );
    return { message, status, send: () => message.end(Buffer.alloc(bytes)) };
  };
  return { begun, post, mostOpen: () => mostOpen };
};

test('so many bytes are read at once, and all of them in the end', async () => {
  const { post, mostOpen } = await serving(60_000);
  const sent = Array.from({ length: 20 }, (_, n) => post(`/${n}`, 400_000, { declared: n % 2 === 0 }));
  for (const { send } of sent) send();
  expect(await Promise.all(sent.map(({ status }) => status))).toEqual(sent.map(() => 200));
  expect(mostOpen()).toBeLessThanOrEqual(2);
});

test('a small body waits for nobody, and a body larger than all that is read at once is read by itself', async () => {
  const { post, begun } = await serving(60_000);
  const large = post('/large', 5_000_000);
  large.message.write('begun');
  while (begun.length === 0) await new Promise(setImmediate);
  const next = post('/next', 400_000);
  next.send();
  const small = post('/small', 900);
  small.send();
  expect(await small.status).toBe(200);
  expect(begun).toEqual(['/large', '/small']);
  large.message.end(Buffer.alloc(5_000_000 - 5));
  expect(await Promise.all([large.status, next.status])).toEqual([200, 200]);
});

test('who stops sending keeps nobody waiting, and is answered when it goes on', async () => {
  const { post, begun } = await serving(10);
  const stalled = post('/stalled', 900_000);
  stalled.message.write('begun');
  while (begun.length === 0) await new Promise(setImmediate);
  const next = post('/next', 900_000);
  next.send();
  expect(await next.status).toBe(200);
  stalled.message.end(Buffer.alloc(900_000 - 5));
  expect(await stalled.status).toBe(200);
});

test('who hangs up while it waits leaves its place', async () => {
  const { post, begun } = await serving(60_000);
  const first = post('/first', 900_000);
  first.message.write('begun');
  while (begun.length === 0) await new Promise(setImmediate);
  const gone = post('/gone', 900_000);
  gone.message.write('begun');
  gone.message.destroy();
  const last = post('/last', 900_000);
  last.send();
  first.message.end(Buffer.alloc(900_000 - 5));
  expect(await Promise.all([first.status, last.status])).toEqual([200, 200]);
});
