import { expect, test } from 'vitest';
import { isShownLate } from './table-payments.ts';

const [first = '', second = '', own = ''] = ['1', '2', '3'].map(
  (digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`,
);
const sent = [{ payload: { oaPaymentId: first } }, { payload: { payment: { oaPaymentId: second } } }];

test('a payment of another id that we have sent is no repeat of those that were known', () => {
  expect(isShownLate([{ id: first }, { id: second }], [{ id: first }], sent)).toBe(true);
});

test('the same id once more is, and so is one that only the till knows', () => {
  expect(isShownLate([{ id: first }, { id: own, of: first }], [{ id: first }], sent)).toBe(false);
  expect(isShownLate([{ id: first }, { id: own }], [{ id: first }], sent)).toBe(false);
  expect(isShownLate([{ id: first }], [{ id: first }], sent)).toBe(false);
});
