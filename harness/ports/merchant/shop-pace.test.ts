import { expect, test } from 'vitest';
import type { Reply } from '../../client/outbound.ts';
import { createShopPace } from '../pace.ts';

const paceAfter = async (durations: readonly number[], paths: readonly string[] = ['/']) => {
  const pace = createShopPace();
  for (const [index, durationMs] of durations.entries()) {
    const url = `http://127.0.0.1${paths[index % paths.length]}`;
    const request = { method: 'GET', url, headers: {}, timeoutMs: 1000 } as const;
    const reply: Reply = { bytes: new Uint8Array(), tooLarge: false, startedAt: 0, durationMs };
    await pace.timed(() => Promise.resolve(reply))(request);
  }
  return pace;
};
const after = async (durations: readonly number[], paths?: readonly string[]): Promise<boolean> =>
  (await paceAfter(durations, paths)).isSlow();
const times = (count: number, durationMs: number): readonly number[] => Array.from({ length: count }, () => durationMs);

test.each([
  ['prompt', times(20, 10), false],
  ['slow', times(20, 300), true],
  ['too new to be known', times(4, 70), false],
  ['known at once', times(2, 90), true],
  ['slow only when it had just begun', [...times(7, 900), ...times(15, 5)], false],
  ['slow from some time on', [...times(30, 5), ...times(15, 100)], true],
])('a shop that is %s', async (_, durations, expected) => {
  expect(await after(durations)).toBe(expected);
});

test.each([
  [300, true],
  [100, false],
])('a shop of %i ms an answer keeps a run waiting: %s', async (ms, expected) => {
  expect((await paceAfter(times(20, ms))).keepsWaiting()).toBe(expected);
});

test('a shop that takes very long now and then keeps a run waiting from the third time on', async () => {
  const durations = (times: number) =>
    Array.from({ length: 30 }, (_, index) => (index < 10 * times && index % 10 === 0 ? 9000 : 5));
  expect((await paceAfter(durations(3))).keepsWaiting()).toBe(true);
  expect((await paceAfter(durations(2))).keepsWaiting()).toBe(false);
});

test('a shop that is slow at one kind of call only is slow', async () => {
  const durations = times(20, 5).map((ms, index) => (index % 4 === 3 ? 4000 : ms));
  expect(await after(durations, ['/a', '/b', '/c', '/basket'])).toBe(true);
  expect(await after(durations)).toBe(false);
});
