import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { outcomeOf } from './valid-codes.ts';

const told = (...codes: readonly string[]) => {
  const basket = readBasket({ price: { discounts: codes.map((code) => ({ code, value: 5 })) }, products: [] });
  return outcomeOf({ kind: 'replied', basket, exchange: 1, isValid: true }, 'WELCOME-20');
};

test('what came back instead of a code is shown', () => {
  expect(told('WELCOME-')).toMatchObject({ actual: 'no discount "WELCOME-20", but "WELCOME-"' });
  expect(told()).toMatchObject({ actual: 'no discount "WELCOME-20"' });
  expect(told('welcome-20')).toMatchObject({ status: 'passed' });
});
