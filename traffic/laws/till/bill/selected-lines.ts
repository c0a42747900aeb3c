import type { BillStep } from '../../../ledgers/till/bills.ts';
import type { TillLedgers } from '../../../ledgers/till/ledgers.ts';
import { isAnotherThing, type Line, readLines } from '../../../ledgers/till/lines.ts';
import type { Look } from '../../../ledgers/till/look.ts';
import { createMemory } from '../../../retention/memory.ts';
import type { TillRow } from '../table/row.ts';

type SelectionRow = TillRow<'bill/subset' | 'bill/unpaid-lines'>;

/** Tables with a line of the same identifier of which more are forgotten, and the lines of one table or bill that are looked at. */
const [mostTables, mostLines] = [5, 200];

const namedLines = (lines: readonly Line[]): readonly Line[] =>
  lines.length > mostLines ? [] : lines.filter(({ isNamed }) => isNamed);

/** A bill of some lines, the lines of the table by whose checkpoint it was asked for, and its own. */
const partOf = ({ asked, isRepeat, body, bill }: BillStep, { tables }: TillLedgers) => {
  const { tableId = '', partBill } = asked ?? {};
  if (isRepeat || bill?.isTaken !== true || partBill?.checkpoint === undefined) return undefined;
  const table = tables.shown(tableId);
  const shown: unknown = Object(body?.['bill']).lines;
  if (table?.isOpen !== true || table.updatedAt !== partBill.checkpoint || !Array.isArray(shown)) return undefined;
  const [own, lines] = [table.identified, readLines(shown)].map(namedLines);
  return own && lines && { table, own, lines, areAll: lines.length === shown.length };
};

/** Two lines with one identifier, which one line alone had before, and has still. */
const sharedId = (before: Look, now: Look): string | undefined => {
  const formerly = Map.groupBy(namedLines(before.identified), ({ lineId }) => lineId);
  for (const [lineId, [first, second, ...more]] of Map.groupBy(namedLines(now.identified), (line) => line.lineId)) {
    const [only, ...others] = formerly.get(lineId) ?? [];
    if (first === undefined || second === undefined || only === undefined || more.length + others.length > 0) continue;
    const isKept = [first, second].some(({ kind }) => kind === only.kind);
    if (isKept && isAnotherThing(first, second)) return lineId;
  }
  return undefined;
};

/** Resources › Bill and payment: a line is selected by its identifier, which is that of one line of its table. */
const rows: readonly (Omit<SelectionRow, 'requirement'> & Partial<SelectionRow>)[] = [
  {
    cause: 'one identifier for two lines of a table',
    // What belongs together, or is added to a line, may share one.
    look:
      ({ tables }) =>
      ({ look: now, body }) => {
        const before = now?.shownBefore;
        if (now?.came !== 'order' || !now.isFresh || !now.isOpen || body?.['success'] !== true) return undefined;
        if (before?.isOpen !== true || !tables.isUntouchedSince(before.n)) return undefined;
        const lineId = sharedId(before, now);
        if (lineId === undefined) return undefined;
        return {
          exchanges: [before.exchange, now.exchange],
          expected: `another identifier than ${JSON.stringify(lineId)}`,
          actual: `two lines ${JSON.stringify(lineId)} of ${now.identified.length}`,
        };
      },
  },
  {
    cause: 'a line of another table billed',
    look: (ledgers, budget) => {
      const byLine = createMemory<readonly (Line & Pick<Look, 'tableId' | 'exchange'>)[]>(budget);
      const othersOf = (lineId: string, tableId: string) =>
        (byLine.get(lineId) ?? []).filter((one) => one.tableId !== tableId);
      return (step) => {
        const { look, bill, exchange } = step;
        if (look?.isFresh === true && look.isOpen && look.isOwn)
          for (const line of namedLines(look.identified)) {
            const here = { ...line, tableId: look.tableId, exchange };
            byLine.set(line.lineId, [here, ...othersOf(line.lineId, look.tableId)].slice(0, mostTables));
          }
        const { table, own = [], lines = [] } = partOf(step, ledgers) ?? {};
        for (const line of lines) {
          const [first, ...more] = own.filter(({ lineId }) => lineId === line.lineId);
          const other = othersOf(line.lineId, bill?.tableId ?? '').find(({ kind }) => kind === line.kind);
          if (table === undefined || first === undefined || more.length > 0 || other === undefined) continue;
          if (!isAnotherThing(first, line)) continue;
          return {
            exchanges: [table.exchange, other.exchange, exchange],
            expected: `the line ${JSON.stringify(line.lineId)} of ${JSON.stringify(table.tableId)}`,
            actual: `that of ${JSON.stringify(other.tableId)}`,
          };
        }
        return undefined;
      };
    },
  },
  {
    // Whoever does not read the selection bills all of a table, or none: of this bill a guest pays for what others had.
    requirement: 'bill/unpaid-lines',
    cause: 'a line billed that was not selected',
    look: (ledgers) => (step) => {
      const { table, own = [], lines = [], areAll = false } = partOf(step, ledgers) ?? {};
      const wanted = own.filter(({ lineId }) => step.asked?.partBill?.selected?.includes(lineId));
      const [first] = wanted;
      const isUnlike = (line: Line): boolean =>
        wanted.every((one) => one.lineId !== line.lineId && isAnotherThing(one, line));
      if (table === undefined || first === undefined || !areAll || !lines.every(isUnlike)) return undefined;
      const other = lines.find((line) => own.some((one) => one.lineId === line.lineId && !isAnotherThing(one, line)));
      if (other === undefined) return undefined;
      return {
        exchanges: [table.exchange, step.exchange],
        expected: `the line ${JSON.stringify(first.lineId)}`,
        actual: `the line ${JSON.stringify(other.lineId)}`,
      };
    },
  },
];

export const selectedLines = rows.map((row): SelectionRow => ({ requirement: 'bill/subset', ...row }));
