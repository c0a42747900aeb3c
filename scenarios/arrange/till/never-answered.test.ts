import { expect, test } from 'vitest';
import type { TillTraffic } from '../../context/pos.ts';
import { neverAnswered } from './command-answer.ts';

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
const answered = (messageKind: string): readonly TillTraffic[] => [
  received(messageKind, messageKind, 0),
  { n: 0, at: 0, kind: 'callback', messageKind, messageId: messageKind } as unknown as TillTraffic,
];
const deleted = (messageId: string, at: number): TillTraffic =>
  ({ n: 1, at, kind: 'delete', messageId, receiptHandle: 'h', outcome: 'deleted' }) as unknown as TillTraffic;
const waited = { now: 100_000, patienceMs: 30_000 };

test('a kind that was asked for twice and never answered is not asked for again', () => {
  const others = answered('TestMessage');
  const once = [...others, received('a', kind, 0)];
  expect(neverAnswered(once, kind, waited)).toBeUndefined();
  const twice = [...once, received('b', kind, 40_000)];
  expect(neverAnswered(twice, kind, waited)?.actual).toBe('2 received, none answered');
  expect(neverAnswered(twice, 'OrderSubmissionRequested', waited)).toBeUndefined();
  expect(neverAnswered([...twice, ...answered(kind)], kind, waited)).toBeUndefined();
});

test('a till that has answered nothing at all is asked for each kind once', () => {
  expect(neverAnswered([received('a', kind, 0)], kind, waited)).toBeDefined();
});

test('a message that is still waited for tells nothing', () => {
  const traffic = [...answered('TestMessage'), received('a', kind, 0), received('b', kind, 80_000)];
  expect(neverAnswered(traffic, kind, waited)).toBeUndefined();
});

test('a message that was deleted without a result is no longer waited for, and one that was answered under another id is not answered', () => {
  const traffic = [received('a', kind, 90_000), deleted('a', 90_010)];
  expect(neverAnswered(traffic, kind, waited)).toBeDefined();
  const elsewhere = answered(kind).slice(1);
  expect(neverAnswered([...traffic, ...elsewhere], kind, waited)).toBeDefined();
  expect(neverAnswered(traffic, kind, { ...waited, now: 92_000 })).toBeUndefined();
});
