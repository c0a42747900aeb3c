import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createWarpClock } from './warp-clock.ts';

test('hours pass at once for who sleeps', async () => {
  const clock = createWarpClock();
  const from = clock.now();
  // In real time the test would be ended long before.
  await clock.sleep(3_600_000);
  expect(clock.now() - from).toBeGreaterThanOrEqual(3_600_000);
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

test('a limit does not fire while the calls it is set on go to and fro, however slowly', async () => {
  const server = createServer((_, response) => {
    // As on a machine that has little time for this process.
    const until = performance.now() + 20;
    while (performance.now() < until);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = createWarpClock();
  const from = clock.now();
  const sleeping = clock.sleep(180_000);
  let fired = 0;
  for (let call = 0; call < 10; call++) {
    const cancel = clock.after(8000, () => fired++);
    await (await fetch(url)).text();
    cancel();
  }
  const passed = clock.now() - from;
  await sleeping;
  server.close();
  server.closeAllConnections();
  expect(fired).toBe(0);
  expect(passed).toBeLessThan(8000);
});

test('a call beside which somebody sleeps is not told to have taken what the clock jumps', async () => {
  const server = createServer((_, response) => {
    const until = performance.now() + 15;
    while (performance.now() < until);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = createWarpClock();
  const from = clock.now();
  const taken: number[] = [];
  const sleeping = clock.sleep(30_000);
  for (let call = 0; call < 40; call++) {
    const cancel = clock.after(8000, () => {});
    const calledAt = clock.now();
    await (await fetch(url)).text();
    cancel();
    taken.push(clock.now() - calledAt);
  }
  expect(clock.now() - from).toBeGreaterThan(30_000);
  await sleeping;
  server.close();
  server.closeAllConnections();
  expect(Math.max(...taken)).toBeLessThan(5000);
});

test('a limit fires beside somebody who never rests', async () => {
  const clock = createWarpClock();
  const from = clock.now();
  let over = false;
  const restless = (async () => {
    while (!over) await new Promise(setImmediate);
  })();
  await new Promise<void>((resolve) => clock.after(8000, resolve));
  over = true;
  await restless;
  expect(clock.now() - from).toBeGreaterThanOrEqual(8000);
});

test('no time passes for a process that gets no processor', async () => {
  const server = createServer((_, response) => {
    // Held up without working, as on a machine that others keep busy.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = createWarpClock();
  const from = clock.now();
  const startedAt = performance.now();
  let fired = 0;
  const cancel = clock.after(400, () => fired++);
  for (let call = 0; call < 10; call++) await (await fetch(url)).text();
  cancel();
  server.close();
  server.closeAllConnections();
  expect(performance.now() - startedAt).toBeGreaterThan(600);
  expect(fired).toBe(0);
  expect(clock.now() - from).toBeLessThan(400);
});
