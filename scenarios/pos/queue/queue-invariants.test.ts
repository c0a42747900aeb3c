import { expect, test } from 'vitest';
import { breachIn } from './queue-invariants.ts';
import type { AtRest, Posted } from './schedule-rest.ts';
import type { TillTraffic } from '../../context/pos.ts';

const messageKind = 'OrderSubmissionRequested';

const order: Posted = {
  messageId: 'a',
  messageKind,
  idempotencyKey: 'a',
  groupId: 'a',
  sentAt: 0,
  step: { asks: 'order', which: 0, group: 0, results: ['answered 503'], again: 'no', queue: 'none', waits: false },
  deletions: 1,
};

const received = (at: number) => ({
  kind: 'receive',
  at,
  endedAt: at,
  status: 200,
  messages: [{ messageId: 'a', messageKind, groupId: 'a', receiptHandle: `${at}` }],
});
const called = (at: number, status: number) => ({ kind: 'callback', at, answeredAt: at, messageId: 'a', status });

/** The only order of a schedule, answered 503, given once more, answered for, and left in the queue. */
const left = [received(0), called(10, 503), received(40), called(50, 204)].map(
  (seen, n) => ({ n, exchange: n, messageKind, body: { success: true }, ...seen }) as unknown as TillTraffic,
);

const unchanged = { before: new Map(), after: new Map() };

const breachOf = (deletedKinds: AtRest['deletedKinds']) =>
  breachIn({ posted: [order], open: [order], traffic: left, steps: [order.step], deletedKinds }, unchanged, unchanged);

test('a duplicate that is left in the queue is told where the till has deleted another order, were it before the schedule', () => {
  expect(breachOf(new Set([messageKind]))).toMatchObject({
    requirement: 'queue/duplicate-not-applied',
    finding: { cause: 'duplicate not deleted in a mixed schedule' },
  });
  expect(breachOf(new Set())).toBeUndefined();
});
