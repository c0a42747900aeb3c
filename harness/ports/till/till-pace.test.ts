import { expect, test } from 'vitest';
import type { UnnumberedTraffic } from '#traffic';
import { createTillPace } from './till-pace.ts';

const received = (messageId: string, endedAt: number, receiveCount = 1): UnnumberedTraffic => ({
  kind: 'receive',
  exchange: 0,
  at: endedAt,
  endedAt,
  status: 200,
  messages: [{ messageId, messageKind: 'Test', groupId: messageId, receiptHandle: messageId, receiveCount }],
});
const deleted = (messageId: string, at: number): UnnumberedTraffic => ({
  kind: 'delete',
  exchange: 0,
  at,
  messageId,
  receiptHandle: messageId,
  outcome: 'deleted',
});

const paceOf = (tookMs: readonly number[], receiveCount = 1) => {
  const pace = createTillPace();
  for (const [index, ms] of tookMs.entries()) {
    pace.see(received(`m${index}`, index, receiveCount));
    pace.see(deleted(`m${index}`, index + ms));
  }
  return pace;
};

test('a till is slow that mostly takes long from a delivery to its deletion', () => {
  expect(paceOf([2000, 2100, 40]).isSlow()).toBe(true);
  expect(paceOf([40, 30_000, 50]).isSlow()).toBe(false);
});

test('of a till that has done little, or only what came again, nothing is known', () => {
  expect(paceOf([]).isSlow()).toBe(false);
  expect(paceOf([5000]).isSlow()).toBe(false);
  expect(paceOf([5000, 5000, 5000], 2).isSlow()).toBe(false);
});
