import type { Row } from '../../evidence/row.ts';
import type { Bills, BillStep } from '../../ledgers/till/bills.ts';
import { isAnotherThing, type Line, readLines } from '../../ledgers/till/lines.ts';
import { mostLines, type Shown } from '../../ledgers/till/looks.ts';
import { createMemory } from '../../retention/memory.ts';

type SelectionRow = Row<BillStep, Bills, 'bill/subset'>;

/** Tables with a line of the same identifier of which more are forgotten. */
const mostTables = 5;

interface Part {
  readonly table: Shown;
  readonly lines: readonly Line[];
  readonly areAll: boolean;
}

/** A bill of some lines, the table by whose checkpoint it was asked for, and its lines as far as they can be told apart. */
const partOf = ({ asked: { partBill }, isRepeat, lastShown: table, result, bill }: BillStep): Part | undefined => {
  const isCurrent = partBill?.checkpoint !== undefined && partBill.checkpoint === table?.updatedAt;
  if (!isCurrent || table === undefined || isRepeat || bill?.isTaken !== true) return undefined;
  const shown: unknown = Object(result?.['bill']).lines;
  if (!Array.isArray(shown)) return undefined;
  const lines = readLines(shown.slice(0, mostLines)).filter(({ isNamed }) => isNamed);
  return { table, lines, areAll: lines.length === shown.length };
};

/** Two lines with one identifier, which one line alone had before, and has still. */
const sharedId = (before: Shown, now: Shown): string | undefined => {
  const formerly = Map.groupBy(before.lines, ({ lineId }) => lineId);
  for (const [lineId, [first, second, ...more]] of Map.groupBy(now.lines, (line) => line.lineId)) {
    const [only, ...others] = formerly.get(lineId) ?? [];
    if (first === undefined || second === undefined || only === undefined || more.length + others.length > 0) continue;
    const isKept = [first, second].some(({ kind }) => kind === only.kind);
    if (isKept && isAnotherThing(first, second)) return lineId;
  }
  return undefined;
};

/** Resources › Bill and payment: a line is selected by its identifier, which is that of one line of its table. */
const rows: readonly Omit<SelectionRow, 'requirement'>[] = [
  {
    cause: 'one identifier for two lines of a table',
    message:
      'With an order a line came onto a table under the identifier of another line that stands there, so that neither can be selected for a bill; give every line of a table an identifier of its own.',
    pointer: '/tableOrderSnapshot/lines',
    // What belongs together, or is added to a line, may share one.
    look: (bills) => (step) => {
      const { handling, asked, result, lastShown: before, shown: now } = step;
      if (handling.messageKind !== 'OrderSubmissionRequested' || result?.['success'] !== true) return undefined;
      if (before === undefined || now === undefined || before.n > asked.n || bills.byHand().n > before.n)
        return undefined;
      const lineId = sharedId(before, now);
      if (lineId === undefined) return undefined;
      return {
        unlike: now.n,
        exchanges: [before.exchange, now.exchange],
        expected: `another identifier than ${JSON.stringify(lineId)}`,
        actual: `two lines ${JSON.stringify(lineId)} of ${now.lines.length}`,
      };
    },
  },
  {
    cause: 'a line of another table billed',
    message:
      'A bill for some lines of a table has a line of another table, which has the same identifier there; look lines up at the table that the bill is asked for.',
    pointer: '/bill/lines',
    look: (_, budget) => {
      const byLine = createMemory<readonly (Line & Pick<Shown, 'tableId' | 'exchange'>)[]>(budget);
      return (step) => {
        const { tableId, shown, seen } = step;
        for (const line of shown?.lines ?? []) {
          const others = (byLine.get(line.lineId) ?? []).filter((one) => one.tableId !== tableId);
          byLine.set(
            line.lineId,
            [{ ...line, tableId, exchange: shown?.exchange ?? -1 }, ...others].slice(0, mostTables),
          );
        }
        const { table, lines = [] } = partOf(step) ?? {};
        for (const line of lines) {
          const [own, ...more] = table?.lines.filter(({ lineId }) => lineId === line.lineId) ?? [];
          const other = byLine.get(line.lineId)?.find((one) => one.tableId !== tableId && one.kind === line.kind);
          if (table === undefined || own === undefined || more.length > 0 || other === undefined) continue;
          if (isAnotherThing(own, line))
            return {
              unlike: seen.n,
              exchanges: [table.exchange, other.exchange, seen.exchange],
              expected: `the line ${JSON.stringify(line.lineId)} of ${JSON.stringify(tableId)}`,
              actual: `that of ${JSON.stringify(other.tableId)}`,
            };
        }
        return undefined;
      };
    },
  },
  {
    cause: 'a line billed that was not selected',
    message:
      'A bill for some lines of a table has none of those, and another line that stands there, so that the customer pays for what somebody else ordered; bill the lines in items.',
    pointer: '/bill/lines',
    look: () => (step) => {
      const { table, lines, areAll } = partOf(step) ?? {};
      if (table === undefined || lines === undefined || areAll !== true) return undefined;
      const wanted = table.lines.filter(({ lineId }) => step.asked.partBill?.selected?.includes(lineId));
      const [first] = wanted;
      const isUnlike = (line: Line): boolean =>
        wanted.every((one) => one.lineId !== line.lineId && isAnotherThing(one, line));
      if (first === undefined || !lines.every(isUnlike)) return undefined;
      const other = lines.find((line) =>
        table.lines.some((one) => one.lineId === line.lineId && !isAnotherThing(one, line)),
      );
      return (
        other && {
          unlike: step.seen.n,
          exchanges: [table.exchange, step.seen.exchange],
          expected: `the line ${JSON.stringify(first.lineId)}`,
          actual: `the line ${JSON.stringify(other.lineId)}`,
        }
      );
    },
  },
];

export const selectedLines = rows.map((row): SelectionRow => ({ ...row, requirement: 'bill/subset' }));
