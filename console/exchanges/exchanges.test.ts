import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { noBody, toBody } from '#traffic';
import { createExchanges } from './exchanges.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const key = 'issued-key-4711';
const body = (text: string) => toBody(Buffer.from(text), { encoding: undefined, truncated: false });

const seen = () => {
  const exchanges = createExchanges({ secrets: () => ({ values: [key] }) });
  exchanges.add({
    at: 1_000,
    answeredAt: 1_001,
    sender: 'target',
    call: { name: 'activation', party: 'pos' },
    request: { method: 'POST', url: `/x/${key}`, headers: { 'x-sent': key, host: 'here' }, body: body(`{"${key}":1}`) },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: body('{"success":false}') },
    facts: {},
  });
  return exchanges;
};

test('what is taken along as an archive has the whole exchange, and no secret', async () => {
  const { log } = await seen().archive([1]);
  expect(log.entries).toMatchObject([
    { request: { method: 'POST', postData: { text: '{"«redacted»":1}' } }, response: { status: 200 } },
  ]);
  expect(JSON.stringify(log)).not.toContain(key);
});

test('a secret that a stranger sends back is shown neither in the list nor in the place of a finding', () => {
  const exchanges = seen();
  expect(JSON.stringify(exchanges.list(0, 10))).not.toContain(key);
  const detail = exchanges.get(1);
  expect(detail?.judgements.length).toBeGreaterThan(0);
  expect(JSON.stringify(detail)).not.toContain(key);
});

test('a body is looked into whatever the case of its letters, as it is shown: without secrets', () => {
  const found = (text: string) => seen().list(0, 10, text).length;
  expect(['"SUCCESS"', 'elsewhere', key].map(found)).toEqual([1, 0, 0]);
});

/** What a collection frees is swept beside everything else, which takes a while on a busy machine; the next one waits for that. */
const arrayBuffersAtRest = (): number => {
  for (let least = Number.POSITIVE_INFINITY; ; ) {
    collectGarbage();
    const { arrayBuffers } = process.memoryUsage();
    if (arrayBuffers >= least) return least;
    least = arrayBuffers;
  }
};

test('large bodies are kept up to a number of bytes, not up to a number of exchanges', () => {
  const exchanges = createExchanges();
  const large = toBody(Buffer.alloc(64 * 1024, 'x'));
  const request = { method: 'POST', url: '/x', headers: {}, body: large };
  const before = arrayBuffersAtRest();
  for (let at = 0; at < 6_000; at++)
    exchanges.add({
      at,
      answeredAt: at,
      sender: 'target',
      call: { name: 'unknown', party: 'pos' },
      request,
      response: { status: 404, headers: {}, body: noBody },
      facts: {},
    });
  // All of them would be 400.
  expect((arrayBuffersAtRest() - before) / 2 ** 20).toBeLessThan(64);
  expect(exchanges.list(0, 10_000).length).toBeGreaterThan(300);
});
