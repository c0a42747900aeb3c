import type { Finding } from '#schemas';
import { shortened } from '../../retention/shortened.ts';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw } from '../define.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createRetries } from '../../ledgers/till/repeats.ts';
import { createMemory } from '../../retention/memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { isChangedByHand } from '../../ledgers/till/changed-by-hand.ts';
import { lineKind, textsIn } from '../../ledgers/till/line-kind.ts';
import { minorUnitsIn } from '../../ledgers/till/minor-units.ts';
import { snapshotIn } from '../../ledgers/till/shown-lines.ts';

const id = 'bill/subset';

/** A line as it was shown. */
interface Shown {
  readonly lineId: string;
  readonly kind: string;
  readonly texts: readonly string[];
  readonly numbers: string;
}

/** An open table, as it was shown last. */
interface Table {
  readonly tableId: string;
  readonly updatedAt: unknown;
  readonly lines: readonly Shown[];
  readonly n: number;
  readonly exchange: number;
}

/** Tables with a line of that identifier of which more are forgotten, and the lines of one that are looked at. */
const [mostTables, mostLines, longestText] = [5, 200, 100];

/**
 * Resources › Bill and payment: a line is selected by its identifier, which is that of one line of its table. Lines that were there
 * before keep theirs when something is ordered; what belongs together, or is added to a line, may share one. And the line on the
 * bill is that of the table the bill is asked for, not the one that another table has shown under the same identifier, and is one of
 * those that were selected.
 */
export const selectedLines = definePosLaw({
  id: 'bill/selected-lines',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const tables = createMemory<Table>(budget);
    const byLine = createMemory<readonly Table[]>(budget);
    const isRetry = createRetries(budget);
    let byHandAt = -1;
    const showed = (handling: Handling, seen: TrafficOf<'callback'>): Finding | undefined => {
      const { messageKind, deliveries } = handling;
      const tableId = deliveries[0]?.tableId ?? '';
      const before = tables.get(tableId);
      const now = tableIn(tableId, handling, seen);
      if (now === undefined) return undefined;
      tables.set(tableId, now);
      for (const { lineId } of now.lines)
        byLine.set(
          lineId,
          [now, ...(byLine.get(lineId) ?? []).filter((one) => one.tableId !== tableId)].slice(0, mostTables),
        );
      const isOrder = messageKind === 'OrderSubmissionRequested' && Object(seen.body).success === true;
      const isOurs = before !== undefined && before.n < (deliveries[0]?.n ?? -1) && byHandAt < before.n;
      return isOrder && isOurs ? shared(before, now) : undefined;
    };
    const billed = ({ deliveries: [asked] }: Handling, { body, exchange }: TrafficOf<'callback'>) => {
      const { tableId = '', partBill } = asked ?? {};
      const table = tables.get(tableId);
      if (partBill?.checkpoint === undefined || partBill.checkpoint !== table?.updatedAt) return undefined;
      const { success, bill } = Object(body);
      const shown = success === true ? linesIn(Object(bill).lines) : [];
      for (const line of shown) {
        const own = table.lines.filter(({ lineId }) => lineId === line.lineId);
        const others = byLine.get(line.lineId)?.filter((one) => one.tableId !== tableId) ?? [];
        const other = others.find(({ lines }) =>
          lines.some(({ lineId, kind }) => lineId === line.lineId && kind === line.kind),
        );
        if (own.length === 1 && other !== undefined && own.every((one) => isAnother(one, line)))
          return ofAnotherTable(line, { table, other, exchange });
      }
      const areAll = shown.length === Object(Object(bill).lines).length;
      return areAll ? unselected(shown, { table, selected: partBill.selected ?? [], exchange }) : undefined;
    };
    return {
      see(seen) {
        if (isChangedByHand(seen)) byHandAt = seen.n;
        return handlings.add(seen).flatMap((handling) => {
          if (seen.kind !== 'callback' || isRetry(handling) || seen.unkept === true || !isAccepted(seen)) return [];
          const { messageKind, deliveries, callbacks } = handling;
          // What was answered 5xx is sent again, and shows the table as it was then.
          if (deliveries.length > 1 || callbacks.filter(isAccepted).length > 1) return [];
          const isBill = messageKind === 'BillPreparationRequested' && callbacks.length === 1;
          const finding = (isBill ? billed(handling, seen) : undefined) ?? showed(handling, seen);
          return finding === undefined ? [] : [broken(id, finding)];
        });
      },
      end: () => [],
    };
  }),
});

const tableIn = (tableId: string, handling: Handling, seen: TrafficOf<'callback'>): Table | undefined => {
  const { tableId: shownId, status, lines, updatedAt } = Object(snapshotIn(handling, seen)?.snapshot);
  if (shownId !== tableId || status !== 'OPEN' || !Array.isArray(lines) || lines.length > mostLines) return undefined;
  return { tableId, updatedAt, lines: linesIn(lines), n: seen.n, exchange: seen.exchange };
};

/** Under the names that can mean the identifier of a line only. */
const linesIn = (shown: unknown): readonly Shown[] => {
  const lines: readonly unknown[] = Array.isArray(shown) ? shown.slice(0, mostLines) : [];
  return lines.flatMap((line) => {
    const { lineId, posLineId } = Object(line);
    const own: unknown = lineId ?? posLineId;
    if ((typeof own !== 'string' && typeof own !== 'number') || String(own).length > longestText) return [];
    const kind = lineKind(line);
    const texts = textsIn(line).filter((text) => text !== own && text.length <= longestText);
    return [{ lineId: String(own), kind: shortened(kind), texts, numbers: shortened(minorUnitsIn(kind).join(' ')) }];
  });
};

/** What may be the state of anything. */
const stateLike = /^[A-Z_]+$/u;

/** Of other things, as far as words and figures tell: all that they have in common may be their state. */
const isAnother = (one: Shown, other: Shown): boolean => {
  const common = one.texts.filter((text) => other.texts.includes(text));
  const isUnlike = [one, other].every(({ texts }) => texts.some((text) => !common.includes(text)));
  return isUnlike && one.numbers !== other.numbers && common.every((text) => stateLike.test(text));
};

/** Two lines with one identifier, which one line alone had before the order, and has still. */
const shared = (before: Table, now: Table): Finding | undefined => {
  for (const [lineId, lines] of Map.groupBy(now.lines, (line) => line.lineId)) {
    const [first, second, ...more] = lines;
    const [only, ...others] = before.lines.filter((line) => line.lineId === lineId);
    if (first === undefined || second === undefined || only === undefined || more.length + others.length > 0) continue;
    const isKept = [first, second].some(({ kind }) => kind === only.kind);
    if (isKept && isAnother(first, second)) return sharedId(lineId, before, now);
  }
  return undefined;
};

/** None of the lines is one that was selected, as far as words and figures tell, and one is another line of that table. */
const unselected = (
  billed: readonly Shown[],
  {
    table,
    selected,
    exchange,
  }: { readonly table: Table; readonly selected: readonly string[]; readonly exchange: number },
): Finding | undefined => {
  const wanted = table.lines.filter(({ lineId }) => selected.includes(lineId));
  const [first] = wanted;
  const isUnlike = (line: Shown): boolean => wanted.every((one) => one.lineId !== line.lineId && isAnother(one, line));
  if (first === undefined || !billed.every(isUnlike)) return undefined;
  const isItself = (line: Shown): boolean =>
    table.lines.some((one) => one.lineId === line.lineId && !isAnother(one, line));
  const other = billed.find(isItself);
  return other && notSelected(other, first, { table, exchange });
};

const notSelected = (
  { lineId }: Shown,
  wanted: Shown,
  { table, exchange }: { readonly table: Table; readonly exchange: number },
): Finding => ({
  message:
    'A bill for some lines of a table has none of those, and another line that stands there, so that the customer pays for what somebody else ordered; bill the lines in items.',
  expected: `the line ${JSON.stringify(wanted.lineId)}`,
  actual: `the line ${JSON.stringify(lineId)}`,
  pointer: '/bill/lines',
  exchanges: [table.exchange, exchange],
  cause: 'a line billed that was not selected',
});

const sharedId = (lineId: string, before: Table, now: Table): Finding => ({
  message:
    'With an order a line came onto a table under the identifier of another line that stands there, so that neither can be selected for a bill; give every line of a table an identifier of its own.',
  expected: `another identifier than ${JSON.stringify(lineId)}`,
  actual: `two lines ${JSON.stringify(lineId)} of ${now.lines.length}`,
  pointer: '/tableOrderSnapshot/lines',
  exchanges: [before.exchange, now.exchange],
  cause: 'one identifier for two lines of a table',
});

const ofAnotherTable = (
  { lineId }: Shown,
  { table, other, exchange }: { readonly table: Table; readonly other: Table; readonly exchange: number },
): Finding => ({
  message:
    'A bill for some lines of a table has a line of another table, which has the same identifier there; look lines up at the table that the bill is asked for.',
  expected: `the line ${JSON.stringify(lineId)} of ${JSON.stringify(table.tableId)}`,
  actual: `that of ${JSON.stringify(other.tableId)}`,
  pointer: '/bill/lines',
  exchanges: [table.exchange, other.exchange, exchange],
  cause: 'a line of another table billed',
});
