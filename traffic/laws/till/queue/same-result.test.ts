import { expect, test } from 'vitest';
import { active, callback, health, message, poll, type Seen, told } from '../../pos-stream.fixture.ts';

const kind = 'BillPreparationRequested';
const result = (at: number, body: object, more: object = {}): Seen =>
  callback(at, 'm', { messageKind: kind, body, ...more });
const given = { success: true, bill: { posBillId: 'B1' } };
const refused = { success: false, reasonCode: 'FISCAL_ERROR', retryable: false };

const said = (...seen: readonly Seen[]) =>
  told([active, health(5), poll(20, 30, message('m', 1, 'g', kind)), ...seen], 100_000)['queue/duplicate-same-result'];

test('a bill that was taken is not refused in the next breath', () => {
  expect(said(result(40, given), result(60, refused))).toEqual([`${kind} contradicted`]);
  expect(said(result(40, given), result(60, given))).toEqual(['passed']);
});

test('a bill may be refused by the time its message comes again, or where its result was not taken', () => {
  const again = poll(31_000, 31_010, message('m', 2, 'g', kind));
  expect(said(result(40, given), again, result(31_020, refused))).toEqual(['passed']);
  expect(said(result(40, given, { status: 503 }), result(60, refused))).toEqual(['passed']);
});
