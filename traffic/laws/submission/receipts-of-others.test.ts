import { expect, test } from 'vitest';
import { active, exchangedAt, type Seen, told } from '../pos-stream.fixture.ts';

const receipt = (number: string, ms = 120) => ({
  receiptNumber: number,
  issuedAt: `2026-05-01T12:00:00.${String(ms).padStart(3, '0')}Z`,
});
const paid = (at: number, oaPaymentId: string, slip: object, about: object = {}) =>
  exchangedAt(at, 'OrderSubmissionRequested', { oaPaymentId, ...about }, { success: true, receipt: slip });
const said = (...seen: readonly (readonly Seen[])[]) =>
  told([active, ...seen.flat()], 90_000)['submission/snapshot-and-receipt'];

test('a receipt that was given before for the payment of another order is told of', () => {
  const isTold = ['the receipt of another payment'];
  expect(said(paid(100, 'a', receipt('R1')), paid(200, 'b', receipt('R1')))).toEqual(isTold);
  expect(
    said(paid(100, 'a', receipt('R1'), { tableId: 'T1' }), paid(200, 'b', receipt('R1'), { tableId: 'T2' })),
  ).toEqual(isTold);
});

test.for([
  ['it has another number', [paid(100, 'a', receipt('R1')), paid(200, 'b', receipt('R2'))]],
  ['it was issued later', [paid(100, 'a', receipt('-')), paid(200, 'b', receipt('-', 220))]],
  ['it is the same payment', [paid(100, 'a', receipt('R1')), paid(200, 'a', receipt('R1'))]],
  ['the clock is a coarse one', [paid(100, 'a', receipt('-', 0)), paid(900, 'b', receipt('-', 0))]],
  [
    'it is one table',
    [paid(100, 'a', receipt('R1'), { tableId: 'T1' }), paid(200, 'b', receipt('R1'), { tableId: 'T1' })],
  ],
  ['it is a retry', [1, 2].map((n) => paid(n * 100, `p${n}`, receipt('R1'), { idempotencyKey: 'k' }))],
] as const)('where %s nothing is said', ([, seen]) => {
  expect(said(...seen)).toBeUndefined();
});
