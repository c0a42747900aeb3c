import { expect, test } from 'vitest';
import { active, callback, message, poll, remove, type Seen, told } from '../pos-stream.fixture.ts';

let asks = 0;
const asked = (at: number, tableId: string, body: object): Seen[] => {
  const [id, kind] = [`bill${asks++}`, 'BillPreparationRequested'];
  return [poll(at, at, { ...message(id, 1, id, kind), tableId }), callback(at, id, { messageKind: kind, body })];
};
const given = (at: number, tableId: string, posBillId = `${tableId}-${at}`): Seen[] =>
  asked(at, tableId, { success: true, bill: { posBillId } });
const settled = (at: number, posBillId: string, kind = 'BillPaymentFailed'): Seen[] => {
  const id = `settled${asks++}`;
  return [poll(at, at, { ...message(id, 1, id, kind), posBillId }), remove(at, id)];
};
const failing = (at: number, tableId: string): Seen[] => [
  ...given(at, tableId),
  ...settled(at + 10, `${tableId}-${at}`),
];
const refused = (at: number, tableId: string, reasonCode = 'POS_OFFLINE_OR_BUSY', retryable = true): Seen[] =>
  asked(at, tableId, { success: false, reasonCode, retryable });
const everTwoSeconds = [0, 1, 2, 3, 4, 5, 6].map((times) => times * 2_000);
const busy = (from: number, tableId: string): Seen[] => everTwoSeconds.flatMap((at) => refused(from + at, tableId));
const said = (...seen: readonly (readonly Seen[])[]) =>
  told([active, ...seen.flat()], 90_000)['payment/failed-releases-bill'];

const first = [...failing(10, 'T1'), ...busy(1_000, 'T1')];
const second = [...failing(20_000, 'T2'), ...busy(21_000, 'T2')];
const since = ['busy since a payment failed'];

test('tables that are busy for good once a payment has failed are told of', () => {
  expect(said(first, second)).toEqual(since);
  expect(said(first, refused(15_000, 'T1', 'ORDER_CHANGED'), second)).toEqual(since);
  expect(said(failing(10, 'T1'), first, second)).toEqual(since);
});

test('one of them may have somebody who works at it', () => {
  expect(said(first, given(20_000, 'T2'))).toEqual(since);
});

test.for([
  ['all of them are', [...failing(10, 'T1'), ...failing(20, 'T2'), ...busy(1_000, 'T1'), ...busy(20_000, 'T2')]],
  ['one is given a bill in the end', [...first, ...second, ...given(15_500, 'T1')].toSorted((a, b) => a.at - b.at)],
  ['a table is busy that had no bill', [...refused(1, 'T3'), ...first, ...second]],
  ['a bill waits there', [...given(1, 'T1', 'waits'), ...first, ...given(19_000, 'T2', 'waits too'), ...second]],
  [
    'they were paid',
    [...given(1, 'T1', 'b'), ...settled(2, 'b', 'BillPaymentCompleted'), ...busy(1_000, 'T1'), ...given(20_000, 'T2')],
  ],
  [
    'it is not temporary',
    [
      ...failing(1, 'T1'),
      ...everTwoSeconds.flatMap((at) => refused(at, 'T1', 'POS_OFFLINE_OR_BUSY', false)),
      ...given(20_000, 'T2'),
    ],
  ],
  ['it passes soon', [...failing(1, 'T1'), ...refused(1_000, 'T1'), ...given(20_000, 'T2')]],
] as const)('nothing is said where %s', ([, seen]) => {
  expect(said(seen)).toBeUndefined();
});
