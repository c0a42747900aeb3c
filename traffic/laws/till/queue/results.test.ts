import { expect, test } from 'vitest';
import { active, callback, health, message, poll, remove, type Seen, told } from '../../pos-stream.fixture.ts';

const id = 'queue/result-not-lost';
const lost = 'OrderSubmissionRequested deleted without a result';
const begun = [active, poll(10, 30, message('m'), message('other', 1, 'h'))];

test.for<[string, readonly Seen[], readonly string[] | undefined]>([
  ['answered 503, and deleted', [callback(40, 'm', { status: 503 }), remove(60, 'm')], [lost]],
  ['not answered, and deleted', [callback(40, 'm', { status: undefined }), remove(60, 'm')], [lost]],
  [
    'answered 503 twice, and deleted',
    [callback(40, 'm', { status: 503 }), callback(60, 'm', { status: 503 }), remove(80, 'm')],
    [lost],
  ],
  ['answered 503, and left', [callback(40, 'm', { status: 503 })], undefined],
  [
    'answered 503, then 204, and deleted',
    [callback(40, 'm', { status: 503 }), callback(60, 'm'), remove(80, 'm')],
    undefined,
  ],
  [
    'answered 204 after the deletion',
    [callback(40, 'm', { status: 503 }), remove(60, 'm'), callback(70, 'm')],
    undefined,
  ],
  [
    'deleted, sent again later and later still, and taken',
    [
      callback(40, 'm', { status: 503 }),
      remove(60, 'm'),
      callback(30_000, 'm', { status: 503 }),
      callback(60_000, 'm'),
    ],
    undefined,
  ],
  ['refused for good, and deleted', [callback(40, 'm', { status: 400 }), remove(60, 'm')], undefined],
  ['a deletion that fails', [callback(40, 'm', { status: 503 }), remove(60, 'm', 1, 'faulted')], undefined],
  [
    'deleted with a message whose answer was not waited for either',
    [callback(40, 'm', { status: 503 }), remove(60, 'm'), remove(61, 'other'), callback(55, 'other')],
    undefined,
  ],
])('%s', ([, stream, expected]) => {
  expect(told([...begun, ...stream, poll(60_100, 80_000)], 81_000)[id]).toEqual(expected);
});

test('a result may be kept for as long as an answer is waited for', () => {
  const stream = [...begun, callback(40, 'm', { status: 503 }), remove(60, 'm'), poll(100, 20_000)];
  expect(told(stream, 21_000)[id]).toBeUndefined();
});

const kind = 'BillPreparationRequested';
const result = (at: number, body: object, more: object = {}): Seen =>
  callback(at, 'm', { messageKind: kind, body, ...more });
const given = { success: true, bill: { posBillId: 'B1' } };
const refused = { success: false, reasonCode: 'FISCAL_ERROR', retryable: false };

const saidOfBill = (...seen: readonly Seen[]) =>
  told([active, health(5), poll(20, 30, message('m', 1, 'g', kind)), ...seen], 100_000)['queue/duplicate-same-result'];

test('a bill that was taken is not refused in the next breath', () => {
  expect(saidOfBill(result(40, given), result(60, refused))).toEqual([`${kind} contradicted`]);
  expect(saidOfBill(result(40, given), result(60, given))).toEqual(['passed']);
});

test('a bill may be refused by the time its message comes again, or where its result was not taken', () => {
  const again = poll(31_000, 31_010, message('m', 2, 'g', kind));
  expect(saidOfBill(result(40, given), again, result(31_020, refused))).toEqual(['passed']);
  expect(saidOfBill(result(40, given, { status: 503 }), result(60, refused))).toEqual(['passed']);
});
