import { expect, test } from 'vitest';
import { createWarpClock } from './warp-clock.ts';

test('hours pass at once for who sleeps', async () => {
  const clock = createWarpClock();
  const startedAt = performance.now();
  const from = clock.now();
  await clock.sleep(3_600_000);
  expect(clock.now() - from).toBeGreaterThanOrEqual(3_600_000);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

test('a far limit does not take the clock past what is always set anew', async () => {
  const clock = createWarpClock();
  const from = clock.now();
  const beats: number[] = [];
  clock.after(14 * 24 * 3_600_000, () => beats.push(Number.NaN));
  await new Promise<void>((resolve) => {
    const beat = (): void => {
      clock.after(5000, () => {
        beats.push(clock.now() - from);
        if (beats.length === 3) resolve();
        else beat();
      });
    };
    beat();
  });
  expect(beats.map((beat) => Math.round(beat / 5000))).toEqual([1, 2, 3]);
});
