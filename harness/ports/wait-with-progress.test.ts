import { expect, test } from 'vitest';
import type { TillPort } from '#scenarios';
import { saidBy, sleepWithProgress, waitWithProgress } from './wait-with-progress.ts';

const noon = new Date(2026, 10, 22, 12, 0, 0).getTime();

test('a long wait says until when, and that it is over', async () => {
  const said: string[] = [];
  const clock = sleepWithProgress({ now: () => noon, sleep: () => Promise.resolve() }, (text) => void said.push(text));
  await clock.sleep(500);
  expect(said).toEqual([]);
  await clock.sleep(90_000);
  expect(said).toEqual(['waiting until 12:01:30', '']);
});

test('what a till is waited for is named', async () => {
  const said: string[] = [];
  const till = { next: () => Promise.resolve(undefined) } as unknown as TillPort;
  const port = waitWithProgress(
    till,
    () => noon,
    (text) => void said.push(text),
  );
  await port.next('callback', { withinMs: 30_000 });
  expect(said).toEqual(['waiting for a result of the till until 12:00:30', '']);
});

test('once a wait is over, what a scenario is at is said again', async () => {
  const texts: string[] = [];
  const said = saidBy((text) => void texts.push(text));
  const clock = sleepWithProgress({ now: () => noon, sleep: () => Promise.resolve() }, said.waiting);
  said.at('attempt 1 of 4');
  await clock.sleep(90_000);
  expect(texts).toEqual(['attempt 1 of 4', 'waiting until 12:01:30', 'attempt 1 of 4']);
});
