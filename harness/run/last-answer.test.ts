import { expect, test } from 'vitest';
import type { TillTraffic } from '#traffic';
import { lastAnswerIn, stoppedByCallback } from './last-answer.ts';

const at = { n: 0, at: 0, exchange: 0, signed: true } as const;
const callback = (status: number | undefined): TillTraffic => ({
  ...at,
  kind: 'callback',
  messageKind: 'BillPaymentCompleted',
  messageId: 'm',
  body: {},
  answeredAt: 0,
  ...(status !== undefined && { status }),
});
const health: TillTraffic = { ...at, kind: 'health', status: 204 };
const poll: TillTraffic = { ...at, kind: 'receive', endedAt: 0, status: 200, messages: [] };

test('what a till was told last is the first place to look for why it died', () => {
  expect(lastAnswerIn([poll, callback(400), health])).toBe(
    'the last it was told was 400, in answer to the result of BillPaymentCompleted',
  );
  expect(lastAnswerIn([callback(undefined)])).toMatch('nothing, in answer to the result of BillPaymentCompleted');
});

test('one that was told yes, or has polled since, died of something else', () => {
  expect(lastAnswerIn([callback(204)])).toBeUndefined();
  expect(lastAnswerIn([callback(400), poll])).toBeUndefined();
  expect(lastAnswerIn([])).toBeUndefined();
});

test('one that began no call after a callback that was not taken died of it', () => {
  const openPoll: TillTraffic = { ...poll, n: 2, at: 5, endedAt: 30 };
  const rejected = { ...callback(400), n: 1, at: 10, answeredAt: 20 } as TillTraffic;
  expect(stoppedByCallback([rejected, openPoll])).toMatchObject({ cause: 'died of a callback' });
  expect(stoppedByCallback([rejected, { ...openPoll, at: 1_025 }])).toBeUndefined();
  expect(stoppedByCallback([rejected, { ...health, n: 3, at: 3_000 }])).toBeUndefined();
  expect(stoppedByCallback([callback(204)])).toBeUndefined();
});
