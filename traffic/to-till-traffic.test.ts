import { expect, test } from 'vitest';
import { toBody } from './body/body.ts';
import type { Exchange } from './exchange.ts';
import { toTillTraffic } from './to-till-traffic.ts';

const exchange = (changes: Partial<Exchange> & { readonly text?: string }): Exchange => ({
  n: 7,
  at: 1000,
  answeredAt: 1005,
  sender: 'target',
  call: { name: 'health', party: 'pos' },
  request: { method: 'POST', url: '/there?a=b', headers: {}, body: toBody(Buffer.from(changes.text ?? '{}')) },
  response: { status: 204, headers: {}, body: toBody(new Uint8Array()) },
  facts: {},
  ...changes,
});

test('a call is told with its body, its answer and its signature, where anybody looked', () => {
  const named = { party: 'pos', messageKind: 'Test', messageId: 'm' } as const;
  const facts = { signature: { signed: false, problem: 'stale' } };
  const { response: _, ...unanswered } = exchange({ call: { name: 'callback', ...named }, facts });
  expect(toTillTraffic(exchange({ text: '{"healthy":true}' }))).toEqual([
    { kind: 'health', at: 1000, exchange: 7, signed: true, status: 204 },
  ]);
  expect(toTillTraffic(unanswered)).toEqual([
    {
      kind: 'callback',
      at: 1000,
      exchange: 7,
      signed: false,
      problem: 'stale',
      messageKind: 'Test',
      messageId: 'm',
      body: {},
      answeredAt: 1005,
    },
  ]);
  expect(toTillTraffic(exchange({ call: { name: 'event', ...named }, text: 'no JSON' }))).toMatchObject([
    { kind: 'event', messageId: 'm', body: 'no JSON' },
  ]);
  expect(toTillTraffic(exchange({ call: { name: 'unknown', party: 'pos' } }))).toMatchObject([
    { kind: 'unknown-path', method: 'POST', path: '/there' },
  ]);
});

test('a batch of deletions is several, and a call to the queue is told in a till’s terms', () => {
  const queue = { name: 'deleteMessageBatch', party: 'queue' } as const;
  const deletions = [
    { messageId: 'm', receiptHandle: 'r', outcome: 'deleted' },
    { receiptHandle: 's', outcome: 'invalid' },
  ] as const;
  expect(toTillTraffic(exchange({ call: queue, facts: { queue: { action: 'delete', deletions } } }))).toEqual(
    deletions.map((deletion) => ({ kind: 'delete', at: 1000, exchange: 7, ...deletion })),
  );
  const received = { action: 'receive', waitSeconds: 20, messages: [] } as const;
  expect(toTillTraffic(exchange({ call: queue, facts: { queue: received } }))).toEqual([
    { kind: 'receive', at: 1000, exchange: 7, endedAt: 1005, status: 204, waitSeconds: 20, messages: [] },
  ]);
  const refused = { action: 'refused', named: 'PurgeQueue', reason: 'AccessDenied: no' } as const;
  expect(toTillTraffic(exchange({ call: queue, facts: { queue: refused } }))).toEqual([
    { kind: 'queue-refused', at: 1000, exchange: 7, action: 'PurgeQueue', reason: 'AccessDenied: no' },
  ]);
});
