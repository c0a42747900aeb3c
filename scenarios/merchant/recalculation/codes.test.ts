import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { goodCodeOutcome, togetherOutcome } from './codes.ts';

const told = (...codes: readonly string[]) => {
  const basket = readBasket({ price: { discounts: codes.map((code) => ({ code, value: 5 })) }, products: [] });
  return goodCodeOutcome({ kind: 'replied', basket, exchange: 1, isValid: true }, 'WELCOME-20');
};

test('what came back instead of a code is shown', () => {
  expect(told('WELCOME-')).toMatchObject({ actual: 'no discount "WELCOME-20", but "WELCOME-"' });
  expect(told()).toMatchObject({ actual: 'no discount "WELCOME-20"' });
  expect(told('welcome-20')).toMatchObject({ status: 'passed' });
});

/** Codes with their errors alone, and what they come to together. */
const together = (alone: Readonly<Record<string, string>>, errors: readonly (string | undefined)[]): string => {
  const codes = Object.keys(alone);
  const basketOf = (all: readonly (readonly [code: string, error: string | undefined])[]) =>
    readBasket({ price: { discounts: all.map(([code, error]) => ({ code, value: 0, error })) }, products: [] });
  const replied = {
    kind: 'replied',
    basket: basketOf(codes.map((code, index) => [code, errors[index]])),
    exchange: 9,
    isValid: true,
  } as const;
  const each = Object.entries(alone).map(([code, error]) => ({
    code,
    replied: { basket: basketOf([[code, error]]), exchange: 1 },
  }));
  return togetherOutcome(replied, each).status;
};

test('a code keeps its error among others, and has that of none of them', () => {
  const alone = { OLD: 'EXPIRED', NOPE: 'INVALID' };
  expect(together(alone, ['EXPIRED', 'INVALID'])).toBe('passed');
  expect(together(alone, ['EXPIRED', undefined])).toBe('failed');
  expect(together(alone, ['EXPIRED', 'EXPIRED'])).toBe('warned');
  expect(together(alone, ['INVALID', 'INVALID'])).toBe('passed');
  expect(together(alone, ['NOT_APPLICABLE', 'USED'])).toBe('passed');
});
