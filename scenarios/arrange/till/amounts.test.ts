import { expect, test } from 'vitest';
import { payable, pricesIn } from './amounts.ts';

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

test('a menu with a fraction in one price counts the major unit in all of them', () => {
  const menu = [12, 15.5, 0].map((price, index) => ({ id: `L${index}`, price }));
  expect(pricesIn(menu, 'L0')[0]?.money.value).toBe(1200);
  expect(pricesIn(menu.slice(0, 1), 'L0')[0]?.money.value).toBe(12);
  expect(pricesIn([menu[0], menu[2]], 'L0')[0]?.money.value).toBe(12);
});

test('what an option costs is no price of its listing', () => {
  const options = [{ id: 'large', price: { value: 400, currency: 'PLN' } }];
  expect(pricesIn([{ id: 'L1', options, gross: '20.00' }], 'L1')[0]?.money.value).toBe(2000);
});
