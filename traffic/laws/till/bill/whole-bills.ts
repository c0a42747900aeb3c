import type { Row, Sight } from '../../../evidence/row.ts';
import type { Bill, BillStep, Seated } from '../../../ledgers/till/bills.ts';
import type { TillLedgers } from '../../../ledgers/till/ledgers.ts';
import type { Line, Lines } from '../../../ledgers/till/lines.ts';

export type LinesRow = Row<BillStep, TillLedgers, 'bill/unpaid-lines'>;

/** A bill of a whole table that was asked for by the last look at it, and whose lines can all be told apart. */
export type WholeBill = Bill & { readonly table: Seated; readonly lines: Lines };

export const wholeBillOf = ({ isRepeat, bill }: BillStep): WholeBill | undefined => {
  const { table, lines, total = -1 } = bill ?? {};
  const isOne = bill !== undefined && table !== undefined && lines !== undefined && !isRepeat && total >= 0;
  return isOne ? { ...bill, table, lines } : undefined;
};

export const missingIn = (lines: Lines, other: Lines): readonly Line[] =>
  [...lines.values()].filter(({ lineId }) => !other.has(lineId));

/** All of the others, at what they cost there. */
export const hasAllOf = (lines: Lines, others: Lines): boolean =>
  [...others.values()].every(({ lineId, cost }) => lines.get(lineId)?.cost === cost);

/** Those that are shown otherwise than before, or were not there. */
export const changedSince = (before: Lines, now: Lines): readonly Line[] =>
  [...now.values()].filter(({ lineId, kind }) => before.get(lineId)?.kind !== kind);

export const without = (line: Line | string): string =>
  `without the line ${JSON.stringify(typeof line === 'string' ? line : line.lineId)}`;

/** What is wrong is the bill; the exchanges before it show why. */
export const wrong = (
  { exchange }: Bill,
  others: readonly (number | undefined)[],
  says: Pick<Sight, 'expected' | 'actual'> & Partial<Sight>,
): Sight => ({ unlike: exchange, exchanges: [...others.flatMap((one) => one ?? []), exchange], ...says });
