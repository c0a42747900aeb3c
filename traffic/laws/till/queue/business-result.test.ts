import { expect, test } from 'vitest';
import { isSameResult } from './business-result.ts';

const result = {
  success: true,
  acceptedItems: [{ id: 'a' }, { id: 'b' }],
  receipt: { receiptNumber: 'R1', issuedAt: '2026-11-24T10:00:00Z', fiscalSignature: 'x' },
};

test.for([
  ['another time', { ...result, receipt: { ...result.receipt, issuedAt: '2026-11-24T11:00:00Z' } }, true],
  ['elements in another order', { ...result, acceptedItems: result.acceptedItems.toReversed() }, true],
  ['the table as it is by now', { ...result, tableOrderSnapshot: { lines: [] } }, true],
  ['a member the contract does not know', { ...result, traceId: 'call-2' }, true],
  ['a receipt signed anew', { ...result, receipt: { ...result.receipt, fiscalSignature: 'y' } }, true],
  ['another receipt', { ...result, receipt: { ...result.receipt, receiptNumber: 'R2' } }, false],
  ['no receipt', { ...result, receipt: undefined }, false],
  ['one item less', { ...result, acceptedItems: [{ id: 'a' }] }, false],
  ['a failure', { ...result, success: false }, false],
  ['no object', 'accepted', false],
] as const)('%s', ([, other, isSame]) => {
  expect(isSameResult(result, other)).toBe(isSame);
});
