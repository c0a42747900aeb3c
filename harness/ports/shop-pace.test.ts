import { expect, test } from 'vitest';
import type { Reply } from '../client/outbound.ts';
import { createShopPace } from './shop-pace.ts';

const after = async (durations: readonly number[], paths = ['/']): Promise<boolean> => {
  const pace = createShopPace();
  for (const [index, durationMs] of durations.entries()) {
    const url = `http://127.0.0.1${paths[index % paths.length]}`;
    const request = { method: 'GET', url, headers: {}, timeoutMs: 1000 } as const;
    const reply: Reply = { bytes: new Uint8Array(), tooLarge: false, startedAt: 0, durationMs };
    await pace.timed(() => Promise.resolve(reply))(request);
  }
  return pace.isSlow();
};
const times = (count: number, durationMs: number): readonly number[] => Array.from({ length: count }, () => durationMs);

test.each([
  ['prompt', times(20, 10), false],
  ['slow', times(20, 300), true],
  ['too new to be known', times(4, 300), false],
  ['slow only when it had just begun', [...times(7, 900), ...times(15, 5)], false],
  ['slow from some time on', [...times(30, 5), ...times(15, 100)], true],
])('a shop that is %s', async (_, durations, expected) => {
  expect(await after(durations)).toBe(expected);
});

test('a shop that is slow at one kind of call only is slow', async () => {
  const durations = times(20, 5).map((ms, index) => (index % 4 === 3 ? 4000 : ms));
  expect(await after(durations, ['/a', '/b', '/c', '/basket'])).toBe(true);
  expect(await after(durations)).toBe(false);
});
