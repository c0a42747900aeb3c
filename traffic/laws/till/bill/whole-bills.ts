import type { Sight } from '../../../evidence/row.ts';
import type { Bill, BillStep, Seated } from '../../../ledgers/till/bills.ts';
import { type Line, type Lines, missingIn } from '../../../ledgers/till/lines.ts';
import type { TillRow } from '../table/row.ts';

export type LinesRow = TillRow<'bill/unpaid-lines'>;

/** A bill of a whole table that was asked for by the last look at it, and whose lines can all be told apart. */
export interface WholeBill extends Bill {
  readonly table: Seated;
  readonly lines: Lines;
  /** Lines that the table has not, and lines of the table that it has not. */
  readonly more: readonly Line[];
  readonly left: readonly Line[];
}

export const wholeBillOf = ({ isRepeat, bill }: BillStep): WholeBill | undefined => {
  const { table, lines, total = -1 } = bill ?? {};
  const isOne = bill !== undefined && table !== undefined && lines !== undefined && !isRepeat && total >= 0;
  if (!isOne) return undefined;
  return { ...bill, table, lines, more: missingIn(lines, table.lines), left: missingIn(table.lines, lines) };
};

export const without = (line: Line | string): string =>
  `without the line ${JSON.stringify(typeof line === 'string' ? line : line.lineId)}`;

/** What is wrong is the bill; the exchanges before it show why. */
export const wrong = (
  { exchange }: Bill,
  others: readonly (number | undefined)[],
  says: Pick<Sight, 'expected' | 'actual'> & Partial<Sight>,
): Sight => ({ exchanges: [...others.flatMap((one) => one ?? []), exchange], ...says });
