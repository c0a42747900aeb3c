import { expect, test } from 'vitest';
import { createClassifier } from '../naming/classify.ts';
import { createRedactor } from '../redact/redactor.ts';
import { fromHar } from './from-har.ts';
import { toHar } from './har.ts';
import { fromRecorded, toRecorded } from './recorded.ts';
import { createFactsWriter } from './receiver-facts.ts';

const classify = createClassifier({});
const issued = {
  success: true,
  apiConfiguration: { apiKey: 'api-key-of-the-till' },
  queueConfiguration: { accessKeyId: 'queue-key-of-the-till' },
};
const redactor = createRedactor({ values: ['api-key-of-the-till', 'queue-key-of-the-till', 's3cret-value'] });

const seen = (url: string, facts: object, answer: object = {}) => ({
  ...fromRecorded(
    {
      n: 1,
      scenario: '',
      at: '2026-11-22T06:00:00Z',
      durationMs: 1,
      sender: 'target',
      operation: '',
      request: { method: 'POST', url, headers: {}, body: '{}' },
      response: { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) },
    },
    classify,
  ),
  facts,
});

test('what the platform knew of a call is known again, without a secret', async () => {
  const tell = createFactsWriter(redactor);
  const calls = [
    seen('/merchant/v1/pos/activate', {}, issued),
    seen('/merchant/v1/pos/health', { key: 'api-key-of-the-till', signature: { signed: true } }),
    seen('/merchant/v1/pos/health', { key: 'a-stranger', signature: { signed: false, problem: 'not s3cret-value' } }),
    seen('/?Action=GetQueueUrl', {
      key: 'undefined',
      queue: { action: 'refused', named: 'GetQueueUrl', reason: 'No.' },
    }),
    seen('/?Action=ReceiveMessage', {
      queue: {
        action: 'receive',
        messages: [{ messageId: 'm', messageKind: 'Test', groupId: 'table s3cret-value', queuedAt: 1_760_000_000_000 }],
      },
    }),
  ];
  const recorded = calls.map((one) =>
    toRecorded({ ...one, scenario: 's', durationMs: 1, operation: one.call.name, told: tell(one) }, redactor),
  );
  let har = '';
  for await (const line of toHar({ name: 'us', version: '1' }, recorded)) har += line;
  expect(JSON.stringify(recorded) + har).not.toMatch(/api-key-of|queue-key-of|s3cret/);
  const { entries } = JSON.parse(har).log as { readonly entries: readonly unknown[] };
  for (const read of [
    recorded.map((one) => fromRecorded(one, classify)),
    entries.map((entry) => fromHar(entry, 1, classify)),
  ])
    expect(read.map((one) => one?.facts)).toEqual([
      { issued: { apiKey: 'key number 1', accessKeyId: 'key number 2' } },
      { key: 'key number 1' },
      { key: 'key number 3', signature: { signed: false, problem: 'not ...' } },
      { queue: { action: 'refused', named: 'GetQueueUrl', reason: 'No.' } },
      { queued: [{ messageId: 'm', groupId: expect.stringMatching(/^table /), at: 1_760_000_000_000 }] },
    ]);
});

test('an archive of others may say anything', () => {
  const entry = {
    request: { method: 'GET', url: '/' },
    response: { status: 200 },
    _told: { key: 'x', issued: 1, queued: [1] },
  };
  expect(fromHar(entry, 1, classify)?.facts).toEqual({ queued: [] });
});
