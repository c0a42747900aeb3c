import { expect, test } from 'vitest';
import { systemClock } from '#mocks/time';
import { createInProcessDispatcher } from './in-process.ts';
import { createOutbound, type OutboundRequest } from './outbound.ts';

const never = new AbortController().signal;
const call = async (answer: (request: Request) => Response | Promise<Response>, more: Partial<OutboundRequest> = {}) =>
  await createOutbound({
    dispatcher: createInProcessDispatcher(answer),
    clock: systemClock,
    signal: never,
    capBytes: 64,
  })({
    method: 'POST',
    url: 'http://shop.invalid/a?b=c',
    headers: { 'x-token': 't' },
    body: '{"x":1}',
    timeoutMs: 2000,
    ...more,
  });

test('a function gets the request as it would come over a socket, and its answer comes back', async () => {
  const reply = await call(async (request) => {
    const { method, url, headers } = request;
    return Response.json([method, url, headers.get('x-token'), await request.text()], { status: 201 });
  });
  expect(reply.head).toMatchObject({ status: 201, headers: { 'content-type': 'application/json' } });
  expect(JSON.parse(Buffer.from(reply.bytes).toString())).toEqual([
    'POST',
    'http://shop.invalid/a?b=c',
    't',
    '{"x":1}',
  ]);
});

test('what throws is an answer of 500, a broken connection is one, and silence is not waited for', async () => {
  const thrown = await call(() => {
    throw new Error('out of cups');
  });
  expect(thrown.head?.status).toBe(500);
  expect((await call(() => Response.error())).failure).toMatchObject({ code: 'ECONNRESET', blame: 'target' });
  const silent = await call(() => new Promise(() => undefined), { timeoutMs: 20 });
  expect(silent.failure).toMatchObject({ blame: 'target' });
});

test('we hang up when we said we would, and the function is told', async () => {
  let told = false;
  const reply = await call(
    ({ signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          told = true;
        });
      }),
    { hangUpAfterMs: 10 },
  );
  expect(reply.failure).toMatchObject({ blame: 'ours' });
  expect(told).toBe(true);
});

test('a body without an end is read as far as the cap', async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16)) });
  expect(await call(() => new Response(endless))).toMatchObject({ tooLarge: true });
});
