import { expect, test } from 'vitest';
import { measuresOf, timesApplied } from './order-effects.ts';

const table = (prices: readonly number[], totals: (due: number) => unknown = (due) => ({ due })) =>
  measuresOf({
    lines: prices.map((price) => ({ quantity: 1, price })),
    totals: totals(prices.reduce((sum, price) => sum + price, 0)),
  });
const control = { before: table([500]), after: table([500, 500]) };

test('an order that is applied twice is counted twice, in lines and in what is owed', () => {
  expect(timesApplied(control, { before: table([]), after: table([500, 500]) }, 1)).toBe(2);
});

test('where it was expected it is found beside what a waiter has added, and nothing is counted otherwise', () => {
  const [before, after] = [table([]), table([500, 500, 120])];
  expect(timesApplied(control, { before, after }, 2)).toBeUndefined();
  expect(timesApplied(control, { before, after }, 3)).toBe(3);
  expect(timesApplied(control, { before: table([]), after: table([500]) }, 2)).toBe(1);
});

test('what is owed may be rounded, come with a charge that stays, or be unknown', () => {
  const charged = (due: number) => ({ due: Math.round(due * 1.0333) });
  const rounded = { before: table([500], charged), after: table([500, 500], charged) };
  expect(timesApplied(rounded, { before: table([], charged), after: table([500, 500], charged) }, 1)).toBe(2);
  const none = () => undefined;
  const unknown = { before: table([500], none), after: table([500, 500], none) };
  expect(timesApplied(unknown, { before: table([], none), after: table([500, 500], none) }, 1)).toBe(2);
});
