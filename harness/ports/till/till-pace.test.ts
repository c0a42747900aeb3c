import { expect, test } from 'vitest';
import type { UnnumberedTraffic } from '#traffic';
import { createTillPace } from './till-pace.ts';

const received = (messageId: string, endedAt: number, receiveCount = 1, queuedAt = endedAt): UnnumberedTraffic => ({
  kind: 'receive',
  exchange: 0,
  at: endedAt,
  endedAt,
  status: 200,
  messages: [{ messageId, messageKind: 'Test', groupId: messageId, receiptHandle: messageId, receiveCount, queuedAt }],
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

test('one that is slow keeps a run waiting only where it takes long', () => {
  expect(paceOf([300, 300, 300]).keepsWaiting()).toBe(false);
  expect(paceOf([300, 300, 300]).isSlow()).toBe(true);
  expect(paceOf([2000, 2100, 40]).keepsWaiting()).toBe(true);
});

test('who rests between polls takes as long, not counting what it did for others meanwhile', () => {
  const resting = (queuedAt: (index: number) => number): boolean => {
    const pace = createTillPace();
    for (let index = 1; index < 5; index++) {
      pace.see(received(`m${index}`, index * 2000, 1, queuedAt(index)));
      pace.see(deleted(`m${index}`, index * 2000 + 5));
    }
    return pace.isSlow();
  };
  expect(resting((index) => index * 2000 - 1900)).toBe(true);
  // Sent when it had just come.
  expect(resting((index) => index * 2000 - 10)).toBe(false);
});

test('behind a message that takes long nobody counts as slow twice', () => {
  const pace = createTillPace();
  for (let index = 1; index < 9; index++) {
    pace.see(received(`m${index}`, index * 100, 1, 0));
    pace.see(deleted(`m${index}`, index * 100 + 90));
  }
  expect(pace.isSlow()).toBe(false);
});

test('of a till that has done little, or only what came again, nothing is known', () => {
  expect(paceOf([]).isSlow()).toBe(false);
  expect(paceOf([5000]).isSlow()).toBe(false);
  expect(paceOf([5000, 5000, 5000], 2).isSlow()).toBe(false);
});
