import type { Finding, Judgement } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { weightOf } from '../../retention/weight.ts';
import { createByChance } from '../by-chance.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { preparedIn } from '../../ledgers/till/prepared-bill.ts';
import {
  type Checked,
  type CheckedBill,
  type CheckedTables,
  pricedLines,
  weightOfTable,
} from '../../ledgers/till/checked-table.ts';

/** A bill of some lines of a table. */
interface Part {
  readonly tableId: string;
  readonly lineIds: readonly string[];
}

/** One that was paid, and its table as it was shown before. */
interface Paid extends Part {
  readonly before: Checked;
  readonly paidValue: number;
  readonly n: number;
  readonly exchange: number;
}

/** What may be the state of anything. */
const stateLike = /^[A-Z_]+$/u;

/**
 * Errors › Bill preparation rejection reasons: what is not paid yet is billed. Some lines of a table were paid, and with them lines of
 * the same, as words tell, are shown in another way and left out of the next bill, though it was the first payment there: what
 * was paid, and what is billed now, do not come to what the table owed. Somebody may have paid for just these otherwise, but hardly
 * twice.
 */
export const createPaidAlong = (id: Judgement['requirement'], budget: ByteBudget, checked: CheckedTables) => {
  const parts = createMemory<Part>(budget);
  const paid = createMemory<Paid>(budget, {
    weigh: ({ before, ...rest }) => weightOf(rest) + weightOfTable(before),
  });
  const judge = createByChance(id);
  return {
    see({ messageKind, deliveries: [asked], callbacks }: Handling, seen: TillTraffic): void {
      if (seen.kind !== 'callback' || seen.unkept === true || callbacks.length > 1) return;
      const { tableId, partBill, posBillId = '', oaPaymentId, paidValue } = asked ?? {};
      if (messageKind === 'BillPreparationRequested' && tableId !== undefined && partBill !== undefined) {
        const prepared = preparedIn(seen.body);
        const lines = pricedLines(Object(Object(seen.body).bill).lines);
        if (prepared !== undefined && lines !== undefined) parts.set(prepared, { tableId, lineIds: [...lines.keys()] });
      }
      const part = parts.get(posBillId);
      if (messageKind !== 'BillPaymentCompleted' || part === undefined || oaPaymentId === undefined) return;
      const before = checked.last(part.tableId);
      const isPaid = isAccepted(seen) && Object(seen.body).success === true;
      if (isPaid && before !== undefined && paidValue !== undefined)
        paid.set(part.tableId, { ...part, before, paidValue, n: seen.n, exchange: seen.exchange });
    },
    look(bill: CheckedBill, byHandAt: number): Judgement | undefined {
      const { tableId, table, lines } = bill;
      const known = paid.get(tableId);
      if (known === undefined || table.n < known.n) return undefined;
      paid.delete(tableId);
      const { before, lineIds } = known;
      if (byHandAt > before.n || !isNextOf(before, table) || !isShort(known, bill)) return undefined;
      const changed = [...table.kinds].filter(([lineId, kind]) => before.kinds.get(lineId) !== kind);
      const ids = changed.map(([lineId]) => lineId);
      const along = ids.filter((lineId) => !lineIds.includes(lineId));
      const [first] = along;
      if (first === undefined || ids.some((lineId) => lines.has(lineId))) return undefined;
      if (!lineIds.every((lineId) => ids.includes(lineId))) return undefined;
      const wordsOf = (lineId: string) => (before.says.get(lineId) ?? []).filter((text) => !stateLike.test(text));
      const words = new Set(lineIds.flatMap(wordsOf));
      if (!along.every((lineId) => wordsOf(lineId).some((text) => words.has(text)))) return undefined;
      return judge(paidToo(first, known, bill));
    },
  };
};

/** The same lines, and the first payment. */
const isNextOf = (before: Checked, table: Checked): boolean =>
  table.openedAt === before.openedAt &&
  before.paymentCount === 0 &&
  table.paymentCount === 1 &&
  table.lines.size === before.lines.size &&
  [...table.lines].every(([lineId, cost]) => before.lines.get(lineId) === cost);

/** Of what the table owed before, more is not billed than was paid. */
const isShort = ({ before, lineIds, paidValue }: Paid, { total }: CheckedBill): boolean =>
  lineIds.every((lineId) => before.lines.has(lineId)) && paidValue > 0 && before.total - paidValue > total;

const paidToo = (lineId: string, { before, paidValue, exchange }: Paid, bill: CheckedBill): Finding => ({
  message:
    'With some lines of a table that were paid others of the same count as paid, and the next bill leaves them out, so that nobody pays for them; a payment settles the lines of its bill.',
  expected: `a bill of all but what the payment of ${paidValue} was for, with the line ${JSON.stringify(lineId)}`,
  actual: `a bill of ${bill.total}, without it`,
  pointer: '/bill/lines',
  exchanges: [before.exchange, exchange, bill.exchange],
  cause: 'lines of the same paid along',
});
