import { expect, test } from 'vitest';
import type { TillTraffic } from '../../context/pos.ts';
import { leavesRepeats } from './leaves-repeats.ts';

const delivered = (messageId: string, at: number, receiptHandle = 'first'): TillTraffic =>
  ({
    n: 0,
    at,
    kind: 'receive',
    endedAt: at,
    messages: [{ messageId, messageKind: 'OrderSubmissionRequested', groupId: messageId, receiptHandle }],
  }) as unknown as TillTraffic;
const deleted = (messageId: string, at: number, receiptHandle = 'first'): TillTraffic =>
  ({ n: 0, at, kind: 'delete', messageId, receiptHandle, outcome: 'deleted' }) as unknown as TillTraffic;
const ofKind = (messageKind: string, seen: TillTraffic): TillTraffic =>
  seen.kind === 'receive' ? { ...seen, messages: seen.messages.map((one) => ({ ...one, messageKind })) } : seen;
/** Deleted once, and then left each time it came. */
const leftAlone = (messageId: string, at: number): readonly TillTraffic[] => [
  delivered(messageId, at),
  deleted(messageId, at + 10),
  delivered(messageId, at + 1_000, 'second'),
  delivered(messageId, at + 31_000, 'third'),
];

test('a till that left two messages that came again leaves the next one too', () => {
  const traffic = [...leftAlone('a', 0), ...leftAlone('b', 0)];
  expect(leavesRepeats(traffic, 40_000)).toBe(true);
  expect(leavesRepeats(traffic, 20_000)).toBe(false);
  expect(leavesRepeats(leftAlone('a', 0), 40_000)).toBe(false);
});

test('one deletion of what came again tells that it does delete it', () => {
  const before = [...leftAlone('a', 0), ...leftAlone('b', 0)];
  const again = [delivered('c', 0), deleted('c', 5), delivered('c', 10, 'second'), deleted('c', 15, 'second')];
  expect(leavesRepeats([...before, ...again], 40_000)).toBe(false);
  // In vain: with the handle of the first delivery.
  const inVain = [delivered('c', 0), deleted('c', 5), delivered('c', 10, 'second'), deleted('c', 15)];
  expect(leavesRepeats([...before, ...inVain], 40_000)).toBe(true);
  // Delivered twice before it was deleted at all.
  const early = [delivered('c', 0), delivered('c', 5), deleted('c', 10)];
  expect(leavesRepeats([...before, ...early], 40_000)).toBe(true);
});

test('of a kind it may leave them though it deletes those of others', () => {
  const before = [...leftAlone('a', 0), ...leftAlone('b', 0)];
  const other = [delivered('c', 0), deleted('c', 5), delivered('c', 10, 'second'), deleted('c', 15, 'second')];
  const traffic = [...before, ...other.map((seen) => ofKind('BillPreparationRequested', seen))];
  expect(leavesRepeats(traffic, 40_000)).toBe(false);
  expect(leavesRepeats(traffic, 40_000, 'OrderSubmissionRequested')).toBe(true);
  expect(leavesRepeats(traffic, 40_000, 'BillPreparationRequested')).toBe(false);
});
