import { createManualClock } from '#mocks/time';
import { expect, test } from 'vitest';
import { createChangeSpacing } from './change-spacing.ts';

const page = (...times: readonly string[]) => ({ products: times.map((updatedAt) => ({ updatedAt })) });
const whole = page('2026-10-01T00:00:01.000Z', '2026-10-01T00:00:02.000Z');

test.each<[string, readonly unknown[], number]>([
  ['seconds', [whole], 1100],
  ['hundredths', [whole, page('2026-10-01T00:00:02.120Z')], 11],
  ['milliseconds', [whole, page('2026-10-01T00:00:02.123Z')], 0],
  ['microseconds', [page('2026-10-01T00:00:02.123456Z')], 0],
  ['nobody knows what', [{}, undefined, page('yesterday')], 0],
])('where a catalogue counts in %s its changes are as far apart as it takes', async (_, bodies, apartMs) => {
  const clock = createManualClock(0);
  const spacing = createChangeSpacing(clock, new AbortController().signal);
  for (const body of bodies) spacing.told(body);
  const start = clock.now();
  const changed: number[] = [];
  const change = async (): Promise<void> => await Promise.resolve(void changed.push(clock.now() - start));
  const both = Promise.all([spacing.spaced(change), spacing.spaced(change)]);
  for (let step = 0; step < 10; step++) await Promise.resolve();
  clock.advance(apartMs);
  await both;
  expect(changed).toEqual([0, apartMs]);
});
