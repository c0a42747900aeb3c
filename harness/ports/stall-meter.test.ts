import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { createStallMeter } from './law-feeder.ts';

test('a process that runs has no stalls, however long nothing happens', () => {
  const clock = createManualClock(0);
  using meter = createStallMeter(clock);
  for (let second = 0; second < 600; second++) clock.advance(1000);
  expect(meter.take()).toBeUndefined();
});

test('a stall is told once, also to whoever asks before its timer fires', () => {
  let now = 0;
  const timers: (() => void)[] = [];
  using meter = createStallMeter({
    now: () => now,
    after: (_, fire) => {
      timers.push(fire);
      return () => undefined;
    },
  });
  now = 2000;
  timers.shift()?.();
  expect(meter.take()).toBeUndefined();
  now = 17_500;
  expect(meter.take()).toEqual({ from: 2000, to: 17_500 });
  timers.shift()?.();
  expect(meter.take()).toBeUndefined();
  now = 40_000;
  timers.shift()?.();
  now = 60_000;
  timers.shift()?.();
  expect(meter.take()).toEqual({ from: 17_500, to: 60_000 });
});
