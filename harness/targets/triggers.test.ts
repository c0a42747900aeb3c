import { gzipSync } from 'node:zlib';
import { serve } from '#mocks/hosting';
import { expect, onTestFinished, test } from 'vitest';
import type { Triggers } from '#schemas';
import type { Turn } from './manual-trigger.ts';
import { createTriggers, type TriggerDeps } from './triggers.ts';

const never = new AbortController().signal;
const triggers = (configured: Triggers, deps: Partial<TriggerDeps> = {}) =>
  createTriggers(configured, { signal: never, ...deps });

const answering = async (answer: (request: Request) => Response | Promise<Response>): Promise<string> => {
  const host = await serve(answer);
  onTestFinished(async () => await host[Symbol.asyncDispose]());
  return host.url;
};

test('an http trigger sends its filled template and takes its result from the answer', async () => {
  const seen: unknown[] = [];
  const url = await answering(async (request) => {
    seen.push([
      request.method,
      new URL(request.url).pathname,
      request.headers.get('content-type'),
      await request.json(),
    ]);
    return Response.json({ made: { basketId: 'b-1' } }, { status: 201 });
  });
  const port = triggers({
    createBasket: {
      http: { url: `${url}/test/baskets`, body: { lines: '{{lines}}', user: '{{loggedUser}}' } },
      result: '/made/basketId',
    },
  });
  const lines = [{ variantId: 'v/1', quantity: 2 }];
  expect(await port.fire('createBasket', { lines })).toEqual({ kind: 'done', result: 'b-1' });
  expect(seen).toEqual([['POST', '/test/baskets', 'application/json', { lines }]]);
});

test('without a pointer the whole answer is the result, text or JSON', async () => {
  const url = await answering(
    (request) => new Response(new URL(request.url).pathname === '/json' ? '{"a":1}' : ' b-2\n'),
  );
  const port = triggers({ changeProduct: { http: { url: `${url}/json` } }, removeProduct: { http: { url } } });
  expect(await port.fire('changeProduct', { productId: 'p' })).toEqual({ kind: 'done', result: { a: 1 } });
  expect(await port.fire('removeProduct', { productId: 'p' })).toEqual({ kind: 'done', result: 'b-2' });
});

test('an answer that was compressed unasked is read', async () => {
  const gzipped = { headers: { 'content-encoding': 'gzip' } };
  const url = await answering(() => new Response(gzipSync('{"id":"b-3"}'), gzipped));
  const port = triggers({ createBasket: { http: { url }, result: '/id' } });
  expect(await port.fire('createBasket', { lines: [] })).toEqual({ kind: 'done', result: 'b-3' });
});

test('an answer outside 2xx is a reason, with what it said and the key', async () => {
  const url = await answering(() => new Response('no such product', { status: 409 }));
  const port = triggers({ changeProduct: { http: { url } } });
  expect(await port.fire('changeProduct', { productId: 'p' })).toEqual({
    kind: 'unavailable',
    reason: 'the changeProduct trigger did not work: it answered 409: no such product',
    unlock: 'triggers.changeProduct',
  });
});

test('a missing result, a dead address and an invalid one are reasons too', async () => {
  const url = await answering(() => Response.json({}));
  const port = triggers({
    createBasket: { http: { url }, result: '/basketId' },
    changeProduct: { http: { url: 'http://127.0.0.1:1/' } },
    removeProduct: { http: { url: 'nonsense' } },
  });
  expect(await port.fire('createBasket', { lines: [] })).toMatchObject({
    kind: 'unavailable',
    reason: /nothing at \/basketId: \{\}/,
  });
  expect(await port.fire('changeProduct', { productId: 'p' })).toMatchObject({
    kind: 'unavailable',
    reason: /ECONNREFUSED/,
  });
  expect(await port.fire('removeProduct', { productId: 'p' })).toMatchObject({
    kind: 'unavailable',
    reason: /Invalid URL/,
  });
});

test('a trigger that does not end in time is given up', async () => {
  const url = await answering(() => new Promise(() => undefined));
  const port = triggers(
    { changeProduct: { http: { url }, timeout: '10s' }, removeProduct: { command: 'sleep 60' } },
    { limit: () => AbortSignal.timeout(50) },
  );
  expect(await port.fire('changeProduct', { productId: 'p' })).toMatchObject({ reason: /not done within 10 s/ });
  expect(await port.fire('removeProduct', { productId: 'p' })).toMatchObject({ reason: /not done within 30 s/ });
});

test('a stopped run stops its triggers', async () => {
  const stop = new AbortController();
  const port = triggers({ removeProduct: { command: 'sleep 60' } }, { signal: stop.signal });
  const fired = port.fire('removeProduct', { productId: 'p' });
  stop.abort(new Error('interrupted'));
  expect(await fired).toMatchObject({ kind: 'unavailable', reason: 'the run was stopped' });
});

test('a command gets each value as one word, whatever is in it and however it is quoted', async () => {
  const productId = `a b"c'd$(touch pwned)\`id\`;|\\ *`;
  for (const template of [
    `printf '[%s]' {{productId}}`,
    `printf '[%s]' "{{productId}}"`,
    `printf '[%s]' '{{productId}}'`,
    `printf '[%s]' "$(printf '%s' "{{productId}}")"`,
  ]) {
    const fired = await triggers({ changeProduct: { command: template } }).fire('changeProduct', { productId });
    expect(fired).toEqual({ kind: 'done', result: `[${productId}]` });
  }
});

test('a command answers with its JSON output, or says why it failed', async () => {
  const port = triggers({
    createBasket: { command: `printf '{"id":"b-3"}'`, result: '/id' },
    changeProduct: { command: 'echo out of order >&2; exit 3' },
  });
  expect(await port.fire('createBasket', { lines: [] })).toEqual({ kind: 'done', result: 'b-3' });
  expect(await port.fire('changeProduct', { productId: 'p' })).toMatchObject({
    reason: 'the changeProduct trigger did not work: its command ended with exit code 3: out of order',
  });
});

test('a person is told whose turn it is, what to do and how long there is', async () => {
  const turns: Turn[] = [];
  const port = triggers(
    {
      createBasket: { manual: 'Make a basket with {{lines}}' },
      changeProduct: { manual: 'Change {{productId}}', timeout: '1m' },
    },
    {
      prompter: async (turn) => {
        turns.push(turn);
        return ' b-4 ';
      },
    },
  );
  expect(await port.fire('createBasket', { lines: [] })).toEqual({ kind: 'done', result: 'b-4' });
  await port.fire('changeProduct', { productId: 'p' });
  expect(turns).toEqual([
    { trigger: 'createBasket', instruction: 'Make a basket with []', wantsAnswer: true, secondsLeft: 300 },
    { trigger: 'changeProduct', instruction: 'Change p', wantsAnswer: false, secondsLeft: 60 },
  ]);
});

test('a person need not confirm what has been seen to happen, and must where it has not', async () => {
  const asked: string[] = [];
  const port = triggers(
    { setLocation: { manual: 'Set it to {{open}}' }, changeTable: { manual: 'Change it' } },
    {
      prompter: (turn, signal) =>
        new Promise((resolve, reject) => {
          asked.push(turn.trigger);
          signal.addEventListener('abort', () => reject(new Error('gone on')), { once: true });
          if (turn.trigger === 'changeTable') setTimeout(resolve, 20, '');
        }),
    },
  );
  const within: number[] = [];
  const seen = async (withinMs: number) => void within.push(withinMs);
  expect(await port.fire('setLocation', { open: true }, async (ms) => (await seen(ms), 'an event'))).toEqual({
    kind: 'done',
    result: undefined,
  });
  expect(await port.fire('changeTable', { tableId: 'T', changeType: 'X' }, seen)).toEqual({ kind: 'done', result: '' });
  expect({ asked, within }).toEqual({ asked: ['setLocation', 'changeTable'], within: [300_000, 300_000] });
});

test('nobody waits for what an http trigger has done itself', async () => {
  const url = await answering(() => new Response(''));
  const port = triggers({ setLocation: { http: { url } } });
  const seen = () => Promise.reject(new Error('waited for'));
  expect(await port.fire('setLocation', { open: true }, seen)).toMatchObject({ kind: 'done' });
});

test('with nobody to ask, a manual trigger counts as missing', async () => {
  const port = triggers({ changeProduct: { manual: 'Change it' } });
  expect(port.has('changeProduct')).toBe(false);
  expect(await port.fire('changeProduct', { productId: 'p' })).toMatchObject({
    reason: /manual and nobody is there to ask/,
  });
});

test.each(['createBasket', 'changeProduct'])('a person who cannot do %s leaves it unexercised', async (name) => {
  const port = createTriggers(
    { [name]: { manual: 'Do it' } },
    { signal: new AbortController().signal, prompter: async () => 'No ' },
  );
  expect(await port.fire(name as 'createBasket', { lines: [] })).toMatchObject({
    kind: 'unavailable',
    reason: `the ${name} trigger did not work: the person who was asked could not do it`,
  });
});
