import type { Finding, Judgement } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import { shortened } from '../../retention/shortened.ts';
import { broken, definePosLaw } from '../define.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createRepeats } from '../../ledgers/till/repeats.ts';
import { createMemory } from '../../retention/memory.ts';
import { createCancelledLines } from './cancelled-lines.ts';
import { createCheckedTables } from '../../ledgers/till/checked-table.ts';
import { createLeftOutLines } from './left-out-lines.ts';
import { createPaidAlong } from './paid-along.ts';
import { createPaidInFull } from './paid-in-full.ts';
import { createPrepaidLines } from './prepaid-lines.ts';
import { preparedIn } from '../../ledgers/till/prepared-bill.ts';
import { createUncancelledLines } from './uncancelled-lines.ts';
import { sinceActivation } from '../since-activation.ts';
import { isChangedByHand } from '../../ledgers/till/changed-by-hand.ts';
import { lineIdOf } from '../../ledgers/till/line-id.ts';
import { largestIn } from '../../ledgers/till/minor-units.ts';
import { createNamedTables } from '../../ledgers/till/named-tables.ts';

const id = 'bill/unpaid-lines';

interface Bill {
  readonly tableId: string;
  /** Each as one text. */
  readonly lines: readonly { readonly lineId: string; readonly text: string }[];
  /** The largest of all numbers in its totals, in minor units. */
  readonly total: number;
  /** The place of its request in the traffic. */
  readonly n: number;
}

/** The bill of a table that was paid last. */
interface Paid extends Bill {
  readonly oaPaymentId: string;
  readonly doneN: number;
  readonly exchange: number;
  /** The payment was shown at the table since. */
  readonly isShown: boolean;
}

/**
 * Errors › Bill preparation rejection reasons: what is not paid yet is billed, and nothing else. Of the lines of a bill that was paid
 * the next bill of the table has some, and leaves out others: who shows the whole check with every bill shows them all. It is the same
 * session where the payment stands among those of the table, and nobody ordered or changed anything: lines that are alike may merge.
 */
export const paidLines = definePosLaw({
  id: 'bill/paid-lines',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const bills = createMemory<Bill | 'several'>(budget);
    const paid = createMemory<Paid>(budget);
    const [named, orderedAt] = [createNamedTables(budget), createMemory<number>(budget)];
    const isRepeat = createRepeats(budget);
    const checked = createCheckedTables(budget);
    let [byHandAt, changedAt] = [-1, -1];
    const cancelled = createCancelledLines(budget, () => byHandAt);
    const uncancelled = createUncancelledLines(id, budget);
    const prepaid = createPrepaidLines(budget, checked, () => byHandAt);
    const leftOut = createLeftOutLines(budget, checked, () => byHandAt);
    const along = createPaidAlong(id, budget, checked);
    const inFull = createPaidInFull(budget, checked, () => byHandAt);

    const learnPayment = ({ deliveries: [asked], callbacks }: Handling, seen: TillTraffic): void => {
      const { posBillId, oaPaymentId, paidValue } = asked ?? {};
      if (seen.kind !== 'callback' || callbacks.length > 1 || !isAccepted(seen)) return;
      if (posBillId === undefined || oaPaymentId === undefined || Object(seen.body).success !== true) return;
      const bill = bills.get(posBillId);
      if (bill === undefined || bill === 'several' || bill.total !== paidValue) return;
      paid.set(bill.tableId, { ...bill, oaPaymentId, doneN: seen.n, exchange: seen.exchange, isShown: false });
    };
    const learnShown = ({ deliveries: [asked] }: Handling, seen: TrafficOf<'callback'>): void => {
      const { tableId = '', n = -1 } = asked ?? {};
      const [last, { payments, status }] = [paid.get(tableId), Object(Object(seen.body).tableOrderSnapshot)];
      if (last === undefined || n < last.doneN) return;
      const isShown = status === 'OPEN' && JSON.stringify(payments ?? []).includes(last.oaPaymentId);
      paid.set(tableId, { ...last, isShown });
    };
    const paidAgain = ({ deliveries: [asked] }: Handling, seen: TrafficOf<'callback'>): Finding | undefined => {
      const posBillId = preparedIn(seen.body);
      if (asked?.tableId === undefined || posBillId === undefined) return undefined;
      const { tableId, n } = asked;
      const { lines: shown, totals } = Object(Object(seen.body).bill);
      const lines = linesIn(shown);
      const known = bills.get(posBillId);
      // Some of a line may be selected, and the rest of it is billed later.
      const isWhole = asked.wholeBill !== undefined;
      bills.set(
        posBillId,
        known === undefined ? { tableId, lines: isWhole ? lines : [], total: largestIn(totals), n } : 'several',
      );
      const last = paid.get(tableId);
      if (last === undefined || !last.isShown || n < last.doneN || !isWhole) return undefined;
      if (Math.max(changedAt, orderedAt.get(tableId) ?? -1) > last.n) return undefined;
      const again = last.lines.filter(({ lineId, text }) =>
        lines.some((line) => line.lineId === lineId && line.text === text),
      );
      const [first] = again;
      if (first === undefined || again.length === last.lines.length || largestIn(totals) <= 0) return undefined;
      return billedAgain(first.lineId, last, seen);
    };
    const prepared = (handling: Handling, seen: TrafficOf<'callback'>): readonly Judgement[] => {
      const posBillId = preparedIn(seen.body);
      if (isRepeat(handling) || posBillId === undefined) return [];
      const bill = checked.bill(handling, seen);
      const ofLines = bill && [cancelled.look(bill), prepaid.look(bill), leftOut.look(bill, posBillId)];
      const told = [...(ofLines ?? []), inFull.look(handling, seen), paidAgain(handling, seen)]
        .flatMap((finding) => finding ?? [])
        .map((finding) => broken(id, finding));
      const ofTable = bill && [uncancelled.look(bill), along.look(bill, byHandAt)];
      return [...told, ...(ofTable ?? []).flatMap((one) => one ?? [])];
    };
    return {
      see(seen) {
        if (isChangedByHand(seen)) byHandAt = changedAt = seen.n;
        cancelled.see(seen);
        uncancelled.see(seen);
        return handlings.add(seen).flatMap((handling) => {
          const { messageKind, deliveries } = handling;
          const tableId = deliveries[0]?.tableId;
          named.see(handling, seen);
          const lost = checked.see(handling, seen);
          if (lost !== undefined) {
            cancelled.lost(lost);
            uncancelled.looked(lost);
          }
          prepaid.ordered(handling, seen);
          leftOut.see(handling, seen);
          along.see(handling, seen);
          inFull.see(handling, seen);
          if (messageKind === 'OrderSubmissionRequested')
            if (tableId !== undefined && named.has(tableId)) orderedAt.set(tableId, seen.n);
            else changedAt = seen.n;
          if (messageKind === 'BillPaymentCompleted') learnPayment(handling, seen);
          if (seen.kind !== 'callback' || seen.unkept === true) return [];
          if (messageKind === 'TableOrderSnapshotRequested') learnShown(handling, seen);
          return messageKind === 'BillPreparationRequested' ? prepared(handling, seen) : [];
        });
      },
      end: () => [],
    };
  }),
});

/** None, where a line has no identifier or shares it with another. */
const linesIn = (shown: unknown): Bill['lines'] => {
  const lines: readonly unknown[] = Array.isArray(shown) ? shown : [];
  const ids = lines.map(lineIdOf).filter((lineId) => lineId !== undefined);
  if (new Set(ids).size < lines.length) return [];
  return lines.map((line) => ({ lineId: lineIdOf(line) ?? '', text: shortened(JSON.stringify(line)) }));
};

const billedAgain = (lineId: string, last: Paid, { exchange }: TrafficOf<'callback'>): Finding => ({
  message:
    'A line of a bill that was paid stands on the next bill of its table, so that the customer pays it twice; all lines of a bill are paid with it.',
  expected: `a bill without the line ${JSON.stringify(lineId)}, or NO_OPEN_BILL`,
  actual: `the line ${JSON.stringify(lineId)} as on the bill that was paid, and others of it no more`,
  pointer: '/bill/lines',
  exchanges: [last.exchange, exchange],
  cause: 'a line of a paid bill billed again',
});
