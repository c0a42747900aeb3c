import { expect, test } from 'vitest';
import type { TillTraffic } from '../../context/pos.ts';
import { deletesNothing, deletionMs } from './deletes-nothing.ts';

const delivered = (messageId: string, at: number): TillTraffic =>
  ({
    n: 0,
    at,
    kind: 'receive',
    endedAt: at,
    messages: [{ messageId, messageKind: 'OrderSubmissionRequested', groupId: messageId, receiptHandle: `${at}` }],
  }) as unknown as TillTraffic;
const answered = (messageId: string, at: number, status = 204): TillTraffic =>
  ({ n: 0, at, answeredAt: at, kind: 'callback', messageId, status }) as unknown as TillTraffic;
const deleted = (messageId: string, at: number, outcome = 'deleted'): TillTraffic =>
  ({ n: 0, at, kind: 'delete', messageId, receiptHandle: '0', outcome }) as unknown as TillTraffic;
/** Answered, and answered once more as it came again. */
const left = (messageId: string, at: number): readonly TillTraffic[] => [
  delivered(messageId, at),
  answered(messageId, at + 10),
  delivered(messageId, at + 30_000),
  answered(messageId, at + 30_010),
];

test('a till that left two messages it had answered deletes nothing', () => {
  expect(deletesNothing([...left('a', 0), ...left('b', 100)], 31_000)).toBe(true);
  expect(deletesNothing(left('a', 0), 31_000)).toBe(false);
  // The second of them may still be deleted in time.
  expect(deletesNothing([...left('a', 0), ...left('b', 5_000)], 31_000)).toBe(false);
});

test('what was deleted once, or in vain, tells that others may be', () => {
  const both = [...left('a', 0), ...left('b', 100)];
  expect(deletesNothing([...both, deleted('c', 20_000)], 31_000)).toBe(false);
  expect(deletesNothing([...both, deleted('a', 30_020, 'faulted')], 31_000)).toBe(false);
  expect(deletesNothing([deleted('c', 0), ...left('a', 5), ...left('b', 100)], 31_000)).toBe(true);
});

test('what was not answered for good, or never came again, is no sign of it', () => {
  const refused = [delivered('a', 0), answered('a', 10, 500), delivered('a', 30_000)];
  expect(deletesNothing([...refused, ...left('b', 0)], 31_000)).toBe(false);
  const once = [delivered('a', 0), answered('a', 10)];
  expect(deletesNothing([...once, ...left('b', 0)], 31_000)).toBe(false);
});

test('a deletion is waited for as long as any may come', () => {
  const traffic = [...left('a', 0), ...left('b', 100)];
  const waiting = (now: number) => ({
    till: { traffic: () => traffic },
    clock: { now: () => now },
    patienceMs: 35_000,
  });
  expect(deletionMs(waiting(20_000))).toBe(35_000);
  expect(deletionMs(waiting(31_000))).toBeLessThan(2_000);
});
