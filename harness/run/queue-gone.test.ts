import { servePermissiveEndpoint } from '#lab/doubles/platform/permissive-endpoint';
import { serve } from '#mocks/hosting';
import { createReferenceTill } from '#mocks/pos';
import { systemClock } from '#mocks/time';
import { expect, onTestFinished, test } from 'vitest';
import { certify } from '../index.ts';

test('a queue elsewhere that dies is held against no till: nothing can be said of it', {
  timeout: 60_000,
}, async () => {
  const till = createReferenceTill({ variant: 'quartz', clock: systemClock });
  onTestFinished(async () => await till.stop());
  await using host = await serve(till.fetch);
  const endpoint = await servePermissiveEndpoint();
  const { credentials, ...where } = endpoint.settings;
  let ended: Promise<unknown> | undefined;
  onTestFinished(async () => void (await (ended ?? endpoint[Symbol.asyncDispose]())));
  const result = await certify({
    suite: 'pos',
    config: { ...till.configuration(host.url), queue: { kind: 'sqs', ...where, ...credentials } },
    effort: 'quick',
    seed: 1,
    only: ['table', 'bill', 'queue/delete-after-callback'],
    onEvent(event) {
      if (event.event === 'exchange' && event.exchange.operation === 'TableOrderSnapshotResolutionResult')
        ended ??= Promise.resolve(endpoint[Symbol.asyncDispose]());
    },
  });
  expect(ended).toBeDefined();
  expect(result).toMatchObject({
    verdict: 'not-judged',
    exitCode: 3,
    reason: expect.stringMatching(/queue behind the gateway.*queue\.endpoint/),
  });
  expect(result.requirements.filter(({ status }) => status === 'failed')).toEqual([]);
});
