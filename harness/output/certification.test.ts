import { expect, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createPlatform } from '#mocks/platform';
import { systemClock } from '#mocks/time';
import type { Config, JournalEvent } from '#schemas';
import { UsageError } from '../config/usage-error.ts';
import { judgeTarget } from './certification.ts';

const judge = async (config: Config, only: readonly string[] = []) => {
  const events: JournalEvent[] = [];
  const result = await judgeTarget({
    suite: 'platform',
    config,
    file: 'config',
    seed: 1,
    effort: 'quick',
    only,
    command: ['run', 'platform'],
    env: {},
    signal: new AbortController().signal,
    clock: systemClock,
    onEvent: (event) => events.push(event),
  });
  return { result, journal: JSON.stringify(events) };
};

test('our own mock is certified where no platform is configured, and no key of it is written', async () => {
  const { result, journal } = await judge({}, ['platform/activation', 'platform/queue', 'platform/callbacks']);
  expect(result.verdict).toBe('conformant');
  expect(journal).toContain('queueConfiguration');
  expect(journal).not.toMatch(/AKIA[0-9A-F]{16}/);
  expect(journal).not.toMatch(/\\"(?:apiKey|secret|secretAccessKey)\\":\\"[^«]/);
});

test('signatures that are not enforced are not exercised, with the key that would let them be', async () => {
  const { result } = await judge({ platform: { signature: { mode: 'warn' } } }, ['platform/signature-enforced']);
  expect(result.requirements.find(({ id }) => id === 'platform/signature-enforced')).toMatchObject({
    status: 'not-exercised',
    unlock: 'platform.signature.mode',
  });
});

test('where the clock cannot be moved, what needs it is not exercised, however much of it went well', async () => {
  const platform = createPlatform({ clock: systemClock });
  await using api = await serve(platform.fetch);
  await using control = await serve(platform.controlFetch);
  const { result } = await judge({ platform: { url: api.url, controlUrl: control.url } }, ['platform/health']);
  expect(result.requirements.find(({ id }) => id === 'platform/health')).toMatchObject({
    status: 'not-exercised',
    unlock: 'platform.controlUrl',
    reason: expect.stringContaining('runs on the real clock'),
  });
  platform.close();
});

test('a platform without its control driver is a usage error, one that does not answer is not judged', async () => {
  await expect(judge({ platform: { url: 'http://127.0.0.1:1' } })).rejects.toThrow(UsageError);
  const { result } = await judge({ platform: { url: 'http://127.0.0.1:1', controlUrl: 'http://127.0.0.1:1' } });
  expect(result.verdict).toBe('not-judged');
});

test('what the specification leaves open is tried as configured, and the report says so', async () => {
  const config: Config = {
    platform: {
      eventId: { field: 'eventId' },
      tipRecipients: { wrapper: '', putStatus: 201 },
      signature: {
        messageSignatures: { components: ['@method', '@path', '@query', 'content-digest'] },
        responses: { template: { headers: { 'X-Answer': '{signature}' } } },
      },
    },
    queue: { allowChangeVisibility: true },
  };
  const ids = [
    'platform/tip-recipients',
    'platform/event-deduplication',
    'platform/signature-enforced',
    'platform/queue-credentials',
  ];
  const { result } = await judge(config, ids);
  const tried = result.requirements.filter(({ id }) => ids.includes(id));
  expect(tried.map(({ id, status }) => `${id} ${status}`)).toEqual(tried.map(({ id }) => `${id} passed`));
  expect(tried).toHaveLength(ids.length);
  const shown = (id: string) => result.assumptions.find((assumption) => assumption.id === id);
  expect(shown('assume/change-visibility')).toMatchObject({ value: true, from: 'config', observed: ['allowed'] });
  expect(shown('assume/tip-recipient-list-and-put-status')).toMatchObject({
    value: { wrapper: '', putStatus: 201 },
    observed: ['PUT answers 201'],
  });
});
