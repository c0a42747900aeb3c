import { expect, test } from 'vitest';
import { lifecyclesIn } from '#traffic/laws';
import type { TillTraffic } from '../../context/pos.ts';
import { isPassedOver, losesResults, stunnedBy404 } from './lost-results.ts';

const delivered = (messageId: string, at: number): TillTraffic =>
  ({
    n: 0,
    at,
    kind: 'receive',
    endedAt: at,
    messages: [{ messageId, messageKind: 'ProductListingsSyncRequested', groupId: messageId, receiptHandle: `${at}` }],
  }) as unknown as TillTraffic;
const called = (messageId: string, at: number, status?: number): TillTraffic =>
  ({ n: 0, at, answeredAt: at, kind: 'callback', messageId, status }) as unknown as TillTraffic;
const deleted = (messageId: string, at: number): TillTraffic =>
  ({ n: 0, at, kind: 'delete', messageId, receiptHandle: '0', outcome: 'deleted' }) as unknown as TillTraffic;

const left = (messageId: string, status?: number) => [
  delivered(messageId, 0),
  called(messageId, 10, status),
  delivered(messageId, 30_000),
];

test('a till that left two messages whose results were not taken sends none again', () => {
  const traffic = [...left('a', 503), ...left('b')];
  expect(losesResults(traffic, 60_000)).toBe(true);
  expect(losesResults(traffic, 50_000)).toBe(false);
  expect(losesResults(left('a', 503), 60_000)).toBe(false);
  expect(losesResults([...traffic, called('b', 30_010, 204)], 60_000)).toBe(false);
});

test('deleted without a result that was taken is lost as well', () => {
  const gone = (messageId: string) => [delivered(messageId, 0), called(messageId, 10, 500), deleted(messageId, 20)];
  expect(losesResults([...gone('a'), ...gone('b')], 60_000)).toBe(true);
});

test('what was answered for good may be left', () => {
  expect(losesResults([...left('a', 400), ...left('b', 404)], 90_000)).toBe(false);
});

test('a till that receives the next command after a 404 and answers nothing is stunned; one that polls no more is not', () => {
  const numbered = (...seen: readonly TillTraffic[]) => seen.map((one, n) => ({ ...one, n }));
  const refused = called('a', 10, 404);
  expect(stunnedBy404(numbered(delivered('a', 0), refused, delivered('b', 20)))).toMatchObject({ dueAt: 30_020 });
  expect(
    stunnedBy404(numbered(delivered('a', 0), refused, delivered('b', 20), called('b', 25_000, 204))),
  ).toBeUndefined();
  expect(stunnedBy404(numbered(delivered('a', 0), refused))).toBeUndefined();
});

test('a message is passed over once it could have come again after it came again', () => {
  const passedOver = (traffic: readonly TillTraffic[], now: number) =>
    lifecyclesIn(traffic).map((one) => isPassedOver(one, now));
  expect(passedOver(left('a', 503), 59_999)).toEqual([false]);
  expect(passedOver(left('a', 503), 60_000)).toEqual([true]);
  expect(passedOver([...left('a', 503), called('a', 59_000, 503)], 60_000)).toEqual([false]);
});
