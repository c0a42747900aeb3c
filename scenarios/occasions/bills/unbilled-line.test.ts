import { expect, test } from 'vitest';
import { readBill, readTable } from '../../arrange/till/read-results.ts';
import { unbilledLine } from './unbilled-line.ts';

const money = (value: number) => ({ value, currency: 'PLN' });
interface Shown {
  readonly due: number;
  readonly bill: number;
  readonly soup: number;
  readonly seat?: number;
}
/** A table with two soups and a tea, and its bill. */
const billedTable = ({ due, bill, soup, seat = 1 }: Shown) => {
  const lines = [
    { lineId: 'a', quantity: 2, unitPrice: money(soup) },
    { lineId: 'b', quantity: 1, unitPrice: money(500), seat },
  ];
  const tableOrderSnapshot = { tableId: 'T1', status: 'OPEN', lines, totals: { due: money(due) }, payments: [] };
  const { snapshot } = readTable({ success: true, tableOrderSnapshot });
  if (snapshot === undefined) throw new Error('no snapshot');
  return {
    bill: readBill({ success: true, bill: { posBillId: 'B', totals: { total: money(bill) } } }),
    exchange: 1,
    seat: { snapshot, exchange: 1 },
  };
};
const before = billedTable({ due: 4_500, bill: 4_500, soup: 2_000 });
const said = (now: Shown) => unbilledLine(before, billedTable(now), 'LINE_UPDATED')?.status;

test('a bill without the line that was discounted is told of', () => {
  expect(said({ due: 4_100, bill: 500, soup: 1_800 })).toBe('failed');
});

test.for([
  ['all is billed', { due: 4_100, bill: 4_100, soup: 1_800 }],
  ['the line was removed, and is shown all the same', { due: 500, bill: 500, soup: 2_000 }],
  ['the table still comes to as much', { due: 4_500, bill: 500, soup: 2_000 }],
  ['a seat times a price lacks', { due: 4_100, bill: 2_600, soup: 1_800, seat: 3 }],
  ['the bill is rounded', { due: 4_103, bill: 4_100, soup: 1_800 }],
] as const)('where %s it is not', ([, now]) => {
  expect(said(now)).toBeUndefined();
});
