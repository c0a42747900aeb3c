import { expect, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant } from '#mocks/merchant';
import { createWarpClock } from '#mocks/time';
import type { Config, JournalEvent } from '#schemas';
import { certify, UsageError } from './index.ts';

test('a program certifies a merchant and gets the result, without a file being written', async () => {
  const clock = createWarpClock();
  const merchant = createReferenceMerchant({ variant: 'granite', clock });
  await using host = await serve(merchant.fetch);
  const events: JournalEvent[] = [];
  const result = await certify({
    config: merchant.configuration(host.url),
    clock,
    seed: 3,
    effort: 'quick',
    only: ['basket'],
    onEvent: (event) => events.push(event),
  });
  expect(result).toMatchObject({ suite: 'merchant', seed: 3 });
  expect(result.requirements.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(events.map(({ event }) => event)).toContain('run-finished');
});

test('a program gets misuse as an error of its own kind', async () => {
  await expect(certify({ config: { merchnt: {} } as Config })).rejects.toThrow(UsageError);
  await expect(certify({ config: {} })).rejects.toThrow(/merchant\.basketUrl/);
});
