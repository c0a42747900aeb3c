import type { Finding } from '#schemas';
import type { PricedLine, PricedTable } from '../../ledgers/till/priced-table.ts';

export const without = (lines: readonly PricedLine[], others: readonly PricedLine[]): readonly PricedLine[] => {
  const known = new Set(others.map(({ lineId }) => lineId));
  return lines.filter(({ lineId }) => !known.has(lineId));
};

/** Lines that merge leave the totals as they were, and change one of the lines. */
export const isLess = (before: PricedTable, now: PricedTable): boolean => {
  if (now.lines.length === 0 || now.payments !== before.payments || now.total >= before.total) return false;
  const texts = new Set(before.lines.map(({ text }) => text));
  return now.lines.every(({ text }) => texts.has(text));
};

export const goneLines = (before: PricedTable, now: PricedTable, lineId: string): Finding => ({
  message:
    'Lines of orders that were accepted are gone from their table right afterwards, and no event said that one was cancelled; keep what was accepted, whoever writes the table meanwhile.',
  expected: `${before.lines.length} lines, with ${JSON.stringify(lineId)}, as in the result before`,
  actual: `${now.lines.length} of them, and other totals`,
  pointer: '/tableOrderSnapshot/lines',
  exchanges: [before.exchange, now.exchange],
  cause: 'lines of accepted orders are gone',
});

export const goneBeside = (before: PricedTable, now: PricedTable, lineId: string): Finding => ({
  message:
    'With a line that was cancelled one of another order is gone from the table, and the event names only the first; cancel what was cancelled, and keep what was accepted.',
  expected: `the line ${JSON.stringify(lineId)}, as in the result before`,
  actual: `${now.lines.length} of ${before.lines.length} lines`,
  pointer: '/tableOrderSnapshot/lines',
  exchanges: [before.exchange, now.exchange],
  cause: 'lines of accepted orders are gone with another',
});

export const cameBack = (before: PricedTable, now: PricedTable, lineId: string): Finding => ({
  message:
    'With an order a line is on its table again that was cancelled before, and costs what it did; an order brings what was ordered, and what was cancelled stays cancelled.',
  expected: `totals without the line ${JSON.stringify(lineId)}`,
  actual: `that line beside what was ordered, ${now.total} where it was ${before.total}`,
  pointer: '/tableOrderSnapshot/lines',
  exchanges: [before.exchange, now.exchange],
  cause: 'a cancelled line is back with an order',
});

export const goneWithRejected = (before: PricedTable, now: PricedTable, lineId: string): Finding => ({
  ...goneLines(before, now, lineId),
  message:
    'With an order that was rejected lines of orders that were accepted before are gone from the table, and no event said that one was cancelled; a rejected order leaves the table as it was.',
  cause: 'lines of accepted orders are gone with a rejected one',
});
