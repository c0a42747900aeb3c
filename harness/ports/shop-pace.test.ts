import { expect, test } from 'vitest';
import type { Reply } from '../client/outbound.ts';
import { createShopPace } from './shop-pace.ts';

const after = async (durations: readonly number[]): Promise<boolean> => {
  const pace = createShopPace();
  const request = { method: 'GET', url: 'http://127.0.0.1/', headers: {}, timeoutMs: 1000 } as const;
  for (const durationMs of durations) {
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
