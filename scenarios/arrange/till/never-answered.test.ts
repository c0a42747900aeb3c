import { expect, test } from 'vitest';
import type { TillTraffic } from '../../context/pos.ts';
import { neverAnswered } from './never-answered.ts';

const kind = 'BillPreparationRequested';
const received = (messageId: string, messageKind: string, at: number): TillTraffic =>
  ({
    n: 0,
    at,
    kind: 'receive',
    endedAt: at,
    exchange: 1,
    signed: true,
    messages: [{ messageId, messageKind, groupId: messageId, receiptHandle: 'h', receiveCount: 1 }],
  }) as unknown as TillTraffic;
const answered = (messageKind: string): TillTraffic =>
  ({ n: 0, at: 0, kind: 'callback', messageKind, messageId: 'x' }) as unknown as TillTraffic;
const waited = { now: 100_000, patienceMs: 30_000 };

test('a kind that was asked for twice and never answered is not asked for again', () => {
  const others = answered('TestMessage');
  const once = [others, received('a', kind, 0)];
  expect(neverAnswered(once, kind, waited)).toBeUndefined();
  const twice = [...once, received('b', kind, 40_000)];
  expect(neverAnswered(twice, kind, waited)?.actual).toBe('2 received, none answered');
  expect(neverAnswered(twice, 'OrderSubmissionRequested', waited)).toBeUndefined();
  expect(neverAnswered([...twice, answered(kind)], kind, waited)).toBeUndefined();
});

test('a till that has answered nothing at all is asked for each kind once', () => {
  expect(neverAnswered([received('a', kind, 0)], kind, waited)).toBeDefined();
});

test('a message that is still waited for tells nothing', () => {
  const traffic = [answered('TestMessage'), received('a', kind, 0), received('b', kind, 80_000)];
  expect(neverAnswered(traffic, kind, waited)).toBeUndefined();
});
