import { expect, test } from 'vitest';
import { createAdjustableClock } from './adjustable-clock.ts';
import { createManualClock } from './manual-clock.ts';

test('what falls due on the way fires in order at its own time, and what it sets counts too', () => {
  const clock = createAdjustableClock(createManualClock(1000));
  const fired: [string, number][] = [];
  const note = (name: string) => () => fired.push([name, clock.now()]);
  clock.after(200, note('second'));
  clock.after(100, () => {
    note('first')();
    clock.after(50, note('set on the way'));
  });
  clock.after(400, note('later'));
  clock.after(150, note('cancelled'))();
  clock.advance(300);
  expect(fired).toEqual([
    ['first', 1100],
    ['set on the way', 1150],
    ['second', 1200],
  ]);
  expect(clock.now()).toBe(1300);
});

test('time goes on by itself, and a wait begun before a jump ends earlier by it', () => {
  const real = createManualClock(0);
  const clock = createAdjustableClock(real);
  const fired: number[] = [];
  clock.after(1000, () => fired.push(clock.now()));
  clock.advance(900);
  real.advance(99);
  expect(fired).toEqual([]);
  real.advance(1);
  expect(fired).toEqual([1000]);
});
