import { expect, test } from 'vitest';
import { payable } from './amounts.ts';

test.each([
  ['66.00', { value: 6600, currency: 'PLN' }],
  ['66,00 zł', { value: 6600, currency: 'PLN' }],
  ['1 234,50 zł', { value: 123_450, currency: 'PLN' }],
  ['EUR 12.00', { value: 1200, currency: 'EUR' }],
  ['€1,234.50', { value: 123_450, currency: 'PLN' }],
])('an amount written as %s is read', (total, money) => {
  expect(payable({ total }).map((found) => found.money)).toEqual([money]);
});

test.each(['12.00.2026', '23.11.2026', 'table 66', '66.00 szt. po'])('%s is no amount', (total) => {
  expect(payable({ total })).toEqual([]);
});

test('how long a bill is good for is no amount that remains to be paid', () => {
  expect(payable({ gross: 5000, secondsRemaining: 299 }).map(({ money }) => money.value)[0]).toBe(5000);
});
