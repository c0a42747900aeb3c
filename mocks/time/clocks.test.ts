import { expect, onTestFinished, test } from 'vitest';
import { createManualClock, createWarpClock, systemClock } from './index.ts';

test('a manual clock fires what falls due in order, each at its own time', () => {
  const clock = createManualClock(1000);
  const fired: string[] = [];
  clock.after(20, () => fired.push(`late ${clock.now()}`));
  clock.after(10, () => {
    fired.push(`early ${clock.now()}`);
    clock.after(5, () => fired.push(`nested ${clock.now()}`));
  });
  clock.after(10, () => fired.push('second of the same moment'));
  clock.after(15, () => fired.push('cancelled'))();
  clock.advance(20);
  expect(fired).toEqual(['early 1010', 'second of the same moment', 'nested 1015', 'late 1020']);
  expect(clock.now()).toBe(1020);
});

test('an aborted sleep rejects with the reason and never fires', async () => {
  for (const clock of [createManualClock(0), createWarpClock(), systemClock]) {
    const controller = new AbortController();
    const sleeping = clock.sleep(1000, controller.signal);
    controller.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
    await expect(clock.sleep(1, controller.signal)).rejects.toThrow('enough');
  }
});

test('the system clock fires and can be called off', async () => {
  const fired: string[] = [];
  systemClock.after(1, () => fired.push('called off'))();
  await systemClock.sleep(3);
  expect(fired).toEqual([]);
});

test('what is past is due at once, and nothing is warned about', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): number => warnings.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  await systemClock.sleep(-14);
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});

test('a warp clock sleeps three minutes in no time', async () => {
  const clock = createWarpClock();
  const start = clock.now();
  // In real time the test would be ended long before.
  await clock.sleep(180_000);
  expect(clock.now() - start).toBeGreaterThanOrEqual(180_000);
});

test('a warp clock wakes sleepers in the order of their deadlines', async () => {
  const clock = createWarpClock();
  const woken: number[] = [];
  await Promise.all([3000, 1000, 1000, 2000].map((time) => clock.sleep(time).then(() => woken.push(time))));
  expect(woken).toEqual([1000, 1000, 2000, 3000]);
});

test('on a warp clock a limit of 8 s fires before a peer that sleeps 8.5 s wakes', async () => {
  const clock = createWarpClock();
  const order: string[] = [];
  clock.after(8000, () => order.push('limit'));
  await clock.sleep(8500).then(() => order.push('peer'));
  expect(order).toEqual(['limit', 'peer']);
});

test('a limit on a warp clock fires although nobody sleeps', async () => {
  const clock = createWarpClock();
  const start = clock.now();
  await new Promise<void>((resolve) => clock.after(8000, resolve));
  expect(clock.now() - start).toBeGreaterThanOrEqual(8000);
});
