import { expect, test } from 'vitest';
import { readBill, readTable } from '../../arrange/till/read-results.ts';
import { lessForMore } from './total-of-two-lines.ts';

const priced = (...amounts: readonly number[]) =>
  amounts.map((value, index) => ({ lineId: `l${index}`, price: { value, currency: 'PLN' } }));

/** A table with the first two of the lines, the first three and all four, and bills for the third and for the last two. */
const causeOf = (amounts: readonly number[], billed: readonly [part: number, both: number]) => {
  const totals = (value: number) => ({ toPay: { value, currency: 'PLN' } });
  const seat = (count: number) => {
    const shown = amounts.slice(0, count);
    const total = shown.reduce((sum, amount) => sum + amount, 0);
    const { snapshot } = readTable({ tableOrderSnapshot: { lines: priced(...shown), totals: totals(total) } });
    if (snapshot === undefined) throw new Error('no table');
    return { snapshot };
  };
  const bill = (value: number) => ({ bill: readBill({ success: true, bill: { totals: totals(value) } }), exchange: 1 });
  const [part, both] = billed.map(bill);
  if (part === undefined || both === undefined) throw new Error('two bills');
  const outcome = lessForMore({ ids: ['l2', 'l3'], seats: [seat(2), seat(3), seat(4)] }, part, both);
  return outcome?.status === 'failed' ? outcome.cause : undefined;
};

test('two lines cost more than one of them, unless one of the two costs nothing', () => {
  expect(causeOf([500, 500, 300, 200], [300, 500])).toBeUndefined();
  expect(causeOf([500, 500, 300, 200], [300, 300])).toBe('two lines billed like one');
  expect(causeOf([500, 500, 300, 200], [300, 200])).toBe('two lines billed like one');
  expect(causeOf([500, 500, 300, 0], [300, 300])).toBeUndefined();
});
