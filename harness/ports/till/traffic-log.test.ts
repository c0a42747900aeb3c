import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { createTrafficLog } from './traffic-log.ts';

const poll = (messages: number) => ({
  kind: 'receive' as const,
  at: 0,
  endedAt: 0,
  status: 200,
  exchange: 1,
  messages: Array.from({ length: messages }, () => ({
    messageId: 'm',
    messageKind: 'Test',
    groupId: 'g',
    receiptHandle: 'h',
  })),
});

/** After so long without an act, how long it takes until somebody who waits for one looks again. */
const looksAfter = async (quietMs: number, come?: ReturnType<typeof poll>): Promise<number> => {
  const clock = createManualClock(0);
  const log = createTrafficLog(clock, new AbortController().signal);
  clock.advance(quietMs);
  const from = clock.now();
  let lookedAt: number | undefined;
  void log.act().then(() => {
    lookedAt = clock.now();
  });
  if (come !== undefined) log.add(come);
  for (let ms = 0; ms < 300; ms++) {
    await new Promise(setImmediate);
    if (lookedAt !== undefined) break;
    clock.advance(1);
  }
  return (lookedAt ?? Number.NaN) - from;
};

test('who waits for a till looks when it does something about a message, and seldomer the longer it does not', async () => {
  expect(await looksAfter(60_000, poll(1))).toBe(0);
  expect(await looksAfter(0)).toBe(20);
  expect(await looksAfter(400)).toBe(100);
  expect(await looksAfter(60_000)).toBe(250);
});

test('a poll that brings nothing wakes nobody', async () => {
  expect(await looksAfter(400, poll(0))).toBe(100);
});

test('who waits when the run is ended is told so', async () => {
  const ended = new AbortController();
  const acted = createTrafficLog(createManualClock(0), ended.signal).act();
  ended.abort(new Error('over'));
  await expect(acted).rejects.toThrow('over');
});
