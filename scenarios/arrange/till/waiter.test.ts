import { expect, test } from 'vitest';
import type { TillTraffic } from '#traffic';
import { isWaiterAtWork } from './waiter.ts';

const added = (diff: object) => ({
  kind: 'event',
  messageKind: 'TableOrderSnapshotChanged',
  body: { changeType: 'POS_LINE_ADDED', diff },
});
const ordered = (messageId: string) => [
  {
    kind: 'receive',
    endedAt: 1,
    messages: [{ messageId, messageKind: 'OrderSubmissionRequested', groupId: 'g', receiptHandle: 'r', tableId: 'T1' }],
  },
  {
    kind: 'callback',
    messageId,
    messageKind: 'OrderSubmissionRequested',
    body: { success: true },
    status: 204,
    answeredAt: 2,
  },
];
const orders = ['a', 'b', 'c'].flatMap(ordered);

const isAt = (tableId: string, seen: readonly object[], from = 0): boolean => {
  const traffic = seen.map((one, n) => ({ at: n, exchange: n, ...one, n }) as unknown as TillTraffic);
  const till = { traffic: () => traffic } as unknown as Parameters<typeof isWaiterAtWork>[0]['till'];
  return isWaiterAtWork({ till, fixtures: { tables: { open: ['T1', 'T2'] } } }, { tableId, from });
};

test('a waiter whose addition was pushed is at work at the table that it names, and at any where it names none', () => {
  expect(isAt('T1', [...orders, added({ tableId: 'T1' })])).toBe(true);
  expect(isAt('T1', [...orders, added({ tableId: 'T2' })])).toBe(false);
  expect(isAt('T1', [...orders, added({ lines: [] })])).toBe(true);
});

test('what was pushed before counts for nothing, nor does the till that pushes what is ordered too', () => {
  expect(isAt('T1', [added({}), ...orders], 1)).toBe(false);
  expect(
    isAt(
      'T1',
      ['a', 'b', 'c'].flatMap((id) => [...ordered(id), added({})]),
    ),
  ).toBe(false);
  expect(isAt('T1', orders)).toBe(false);
});

test('a waiter who does more than is ordered is not taken for a till that pushes what is ordered', () => {
  const busy = Array.from({ length: 9 }, () => added({ tableId: 'T1' }));
  expect(isAt('T1', [...orders, ...busy])).toBe(true);
  expect(isAt('T1', [...busy, ...orders, added({ tableId: 'T1' })], busy.length)).toBe(false);
  expect(isAt('T1', [...busy, ...busy, ...orders, added({ tableId: 'T1' })], 2 * busy.length)).toBe(true);
});
