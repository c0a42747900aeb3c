import { expect, test } from 'vitest';
import { createPatientClock } from './adjustable-clock.ts';

/** A machine whose timers fire when it gets round to them. */
const createMachine = () => {
  let now = 0;
  let timers: { readonly at: number; readonly fire: () => void }[] = [];
  const real = {
    now: () => now,
    after(milliseconds: number, fire: () => void) {
      const timer = { at: now + milliseconds, fire };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
  };
  const runDue = () => {
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { fire } of due) fire();
  };
  return {
    real,
    pending: () => timers.length,
    run(milliseconds: number) {
      for (const end = now + milliseconds; now < end; runDue()) now += 100;
    },
    standStill(milliseconds: number) {
      now += milliseconds;
      runDue();
    },
  };
};

test.for([300, 1000, 1500, 30_000])('a wait of %i ms takes that long on a machine that runs', (wait) => {
  const machine = createMachine();
  let fired = false;
  createPatientClock(machine.real).after(wait, () => (fired = true));
  machine.run(wait - 100);
  expect(fired).toBe(false);
  machine.run(100);
  expect(fired).toBe(true);
});

test('a machine that stood still for minutes has not used up the wait', () => {
  const machine = createMachine();
  let fired = false;
  createPatientClock(machine.real).after(30_000, () => (fired = true));
  machine.run(5000);
  machine.standStill(170_000);
  expect(fired).toBe(false);
  machine.run(22_000);
  expect(fired).toBe(false);
  machine.run(3000);
  expect(fired).toBe(true);
});

test('a wait that is called off leaves no timer, however far it has come', () => {
  const machine = createMachine();
  const cancel = createPatientClock(machine.real).after(30_000, () => expect.unreachable());
  machine.run(5000);
  cancel();
  expect(machine.pending()).toBe(0);
});
