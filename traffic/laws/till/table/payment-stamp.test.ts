import { expect, test } from 'vitest';
import { posLaws } from '../../pos-laws.ts';
import { active, exchangedAt, numbered, type Seen, settings, told } from '../../pos-stream.fixture.ts';
import { watch } from '../../watch.ts';

const fine = '2026-05-01T12:00:00.123Z';
const [second, minute] = ['2026-05-01T12:00:01.000Z', '2026-05-01T12:01:00Z'];
const looked = (at: number, payments: unknown, updatedAt: string = fine) =>
  exchangedAt(
    at,
    'TableOrderSnapshotRequested',
    { tableId: 'T1' },
    { tableOrderSnapshot: { tableId: 'T1', status: 'OPEN', lines: [], payments, updatedAt } },
  );
const billed = (tableId = 'T1') =>
  exchangedAt(1, 'BillPreparationRequested', { tableId }, { success: true, bill: { posBillId: 'b' } });
const paid = (at: number, success = true, oaPaymentId = 'p') =>
  exchangedAt(at, 'BillPaymentCompleted', { posBillId: 'b', oaPaymentId }, { success });
const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['table/updated-at-moves'];
const statuses = (seen: readonly Seen[]) => {
  const { see } = watch(posLaws, settings);
  return numbered([active, ...billed(), ...seen])
    .flatMap(see)
    .flatMap(({ requirement, outcome }) => (requirement === 'table/updated-at-moves' ? [outcome.status] : []));
};
const still = ['updatedAt stands still at a payment'];

test('a payment that comes into a table as of before is told of', () => {
  expect(said(billed(), looked(10, []), paid(30), looked(40, ['p']))).toEqual(still);
  expect(said(billed(), looked(10, ['o']), looked(20, ['o']), paid(30), looked(40, ['o', 'p']))).toEqual(still);
});

test('so is one that is shown late, as of before', () => {
  const id = '0b5a8a3c-5a0f-4f5e-9d3a-2f1f0f6b7c11';
  const prepaid = (tableId = 'T1') =>
    exchangedAt(2, 'OrderSubmissionRequested', { tableId, oaPaymentId: id }, { success: true });
  const late = [...looked(10, []), ...looked(30, []), ...looked(40, [id])];
  expect(said(prepaid(), late)).toEqual(still);
  expect(said(billed(), paid(5, true, id), late)).toEqual(still);
  expect(said(prepaid(), looked(10, []), looked(24, []), looked(40, [id]))).toBeUndefined();
  expect(said(prepaid(), looked(10, []), looked(30, []), looked(40, [id], second))).toBeUndefined();
  expect(said(prepaid('T2'), late)).toBeUndefined();
  expect(said(late)).toBeUndefined();
});

test.for([
  ['whole seconds', second, 2_000],
  ['whole minutes', minute, 120_000],
] as const)('of a clock in %s only what came later than that', ([, updatedAt, ms]) => {
  const at = (later: number) =>
    said(billed(), looked(10, [], updatedAt), paid(11 + later), looked(20 + later, ['p'], updatedAt));
  expect(at(ms)).toBeUndefined();
  expect(at(ms + 1)).toEqual(still);
});

const earlier = (seconds: number) => `2026-05-01T11:59:${60 - seconds}.123Z`;
const backAt = (at: number, before: readonly string[], from: string, to: string) => [
  ...looked(at, before, from),
  ...paid(at + 20),
  ...looked(at + 30, [...before, `p${at}`], to),
];

test('a payment that comes with an earlier updatedAt is told of, and fails the second time', () => {
  const first = backAt(10, [], fine, earlier(2));
  const outcome = (...seen: readonly (readonly Seen[])[]) => said(billed(), ...seen);
  expect(outcome(first)).toEqual(['updatedAt goes back at a payment']);
  expect(statuses(first)).toEqual(['warned']);
  expect(statuses([...first, ...backAt(50, ['p10'], earlier(2), earlier(4))])).toEqual(['warned', 'failed']);
});

test('but not where two clocks may differ, nor where the payment was there already', () => {
  expect(said(billed(), backAt(10, [], fine, '2026-05-01T11:59:59.200Z'))).toBeUndefined();
  expect(said(billed(), looked(10, []), paid(30), looked(40, [], earlier(2)))).toBeUndefined();
});

test('one that moves is not, nor a table that shows no more payments or more of others', () => {
  expect(said(billed(), looked(10, []), paid(30), looked(40, ['p'], second))).toBeUndefined();
  expect(said(billed(), looked(10, ['o']), paid(30), looked(40, ['p']))).toBeUndefined();
  expect(said(billed(), looked(10, []), looked(40, ['cash']))).toBeUndefined();
  expect(said(billed(), looked(10, []), paid(30, false), looked(40, ['cash']))).toBeUndefined();
  expect(said(billed('T2'), looked(10, []), paid(30), looked(40, ['cash']))).toBeUndefined();
  expect(said(billed('T2'), billed(), looked(10, []), paid(30), looked(40, ['cash']))).toBeUndefined();
  expect(said(billed(), paid(5), looked(10, []), looked(40, ['cash']))).toBeUndefined();
});

test('payments that are gone under the updatedAt of before are told of', () => {
  const id = '0b5a8a3c-5a0f-4f5e-9d3a-2f1f0f6b7c11';
  const prepaid = exchangedAt(2, 'OrderSubmissionRequested', { tableId: 'T1', oaPaymentId: id }, { success: true });
  const gone = ['payments are gone under the same updatedAt'];
  expect(said(prepaid, looked(10, [id, 'o']), looked(40, []))).toEqual(gone);
  expect(statuses([...prepaid, ...looked(10, [id]), ...looked(40, [])])).toEqual(['warned']);
  expect(said(prepaid, looked(10, [id]), looked(40, [], second))).toBeUndefined();
  expect(said(prepaid, looked(10, [id], second), looked(40, [], second))).toBeUndefined();
  expect(said(prepaid, looked(10, [id, 'o']), looked(40, ['o']))).toBeUndefined();
  expect(said(looked(10, [id]), looked(40, []))).toBeUndefined();
});
