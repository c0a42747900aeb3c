import { type Look, tickOf, weightOfLook } from '../../../ledgers/till/look.ts';
import { preparedIn } from '../../../ledgers/till/prepared-bill.ts';
import type { Tables, TableStep } from '../../../ledgers/till/tables.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import { onceOnly } from '../../warn-then-fail.ts';
import { freshLook, named, type TableRow } from '../table/row.ts';
import { explainedBy, shortMs, toldWithinMs, type Unexplained } from '../unexplained.ts';

// Resources › Bill and payment: after BillPaymentFailed the till releases any prepared or payment-pending state, and nothing else.
const requirement = 'payment/failed-releases-bill';

/** A waiter who is at a table, or a printer out of paper, may keep its bill for a while. */
const [busyTimes, busyMs] = [6, 10_000];

/** Two looks within so short a time that a payment failed between them, and else nothing was done that may matter. */
const overFailure = ({ happenings }: Tables, budget: ByteBudget) => {
  const failed = createMemory<number>(budget);
  let changedAt = Number.NEGATIVE_INFINITY;
  return (step: TableStep): { readonly before: Look; readonly now: Look; readonly isOrdered: boolean } | undefined => {
    const { messageKind, seen, tableId, n } = step;
    if (messageKind === 'BillPaymentFailed' && seen.kind === 'receive' && tableId !== undefined) failed.set(tableId, n);
    if (step.changed !== undefined) changedAt = seen.at;
    const now = freshLook(step);
    const { before } = now ?? {};
    if (before?.texts === undefined || now?.texts === undefined || !before.isOpen || !now.isOpen) return undefined;
    // As it was before it was shown last: what is not there had not been ordered yet.
    if (Number(now.updatedAtMs) < Number(before.updatedAtMs)) return undefined;
    const failedN = failed.get(now.tableId) ?? -1;
    if (before.n > failedN || now.askedN < failedN || changedAt >= before.at || now.at - before.at > shortMs)
      return undefined;
    const settledN = Math.max(happenings.anywhere('payment'), happenings.anywhere('orderElsewhere'));
    const isOrdered = happenings.at('order', now.tableId) > before.n;
    return settledN > before.n ? undefined : { before, now, isOrdered };
  };
};

const gone = (
  { before, now }: { readonly before: Look; readonly now: Look },
  id: string,
): Pick<Unexplained, 'unlike' | 'at' | 'missing' | 'exchanges'> => ({
  unlike: id,
  at: now.at,
  missing: { tableId: now.tableId, id },
  exchanges: [before.exchange, now.exchange],
});

/** The payment of the only bill of a table that waited failed. */
interface Failed {
  readonly n: number;
  readonly exchange: number;
}

/** Since then it was refused a bill again and again, and each time as if the till were busy for the moment. */
interface Busy {
  readonly times: number;
  readonly firstN: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly exchange: number;
}

interface Billed {
  readonly tableId: string;
  readonly failed?: Failed;
  readonly busy?: Busy;
}

const isKept = ({ busy }: Billed): boolean =>
  busy !== undefined && busy.times >= busyTimes && busy.lastAt - busy.firstAt >= busyMs;

const failureIn = ({ settled, asked, n, exchange }: TableStep): Failed | undefined =>
  settled?.isLast === true && !settled.isPaid ? { n, exchange: asked?.exchange ?? exchange } : undefined;

export const paymentFailure: readonly TableRow[] = [
  {
    // Of a line that is cancelled otherwise a till that pushes such changes says so.
    requirement,
    cause: 'lines are gone after a failed payment',
    message:
      'After BillPaymentFailed a table shows fewer lines, and no event said that one was cancelled; a payment that failed changes nothing of what was ordered.',
    pointer: '/tableOrderSnapshot/lines',
    onceOnly,
    dueMs: Number.POSITIVE_INFINITY,
    dueAtEndMs: toldWithinMs,
    isEnough: (_, { byHand }) => byHand().cancelled.length > 0,
    look: (tables, budget) => {
      const between = overFailure(tables, budget);
      return (step) => {
        const { before, now, isOrdered } = between(step) ?? {};
        if (step.changed !== undefined) return { voids: explainedBy(step, false) };
        if (before === undefined || now === undefined || isOrdered) return undefined;
        const [then = [], here = []] = [before.texts, now.texts];
        const id = before.identified.find(
          (line) => !now.identified.some(({ lineId }) => lineId === line.lineId),
        )?.lineId;
        // Lines that merge leave the totals as they were, and change one of the lines.
        const isLess = here.length > 0 && here.length < then.length && here.every((line) => then.includes(line));
        if (id === undefined || !isLess || now.paymentsText !== before.paymentsText) return undefined;
        if (now.totalsText === before.totalsText) return undefined;
        return {
          ...gone({ before, now }, id),
          expected: `${then.length} lines, as before the failure`,
          actual: `${here.length} of them, and other totals`,
        };
      };
    },
  },
  {
    // A payment that is undone need not be pushed. An order takes none off the table, also one that is rejected.
    requirement,
    cause: 'a payment is gone after one that failed',
    message:
      'After BillPaymentFailed another payment is gone from the table, on which the same lines stand; only what was prepared for the payment that failed is released.',
    pointer: '/tableOrderSnapshot/payments',
    onceOnly,
    dueMs: Number.POSITIVE_INFINITY,
    dueAtEndMs: toldWithinMs,
    look: (tables, budget) => {
      const between = overFailure(tables, budget);
      return (step) => {
        const { before, now } = between(step) ?? {};
        if (step.changed !== undefined) return { voids: explainedBy(step, true) };
        if (before === undefined || now === undefined) return undefined;
        const here = new Set(now.identified.map(({ lineId }) => lineId));
        // What only waits for its payment has an identifier as well.
        const id = before.payments.find((one) => tables.payments.payment(one) && !now.payments.includes(one));
        const isSame =
          before.identified.length === before.texts?.length &&
          before.identified.every(({ lineId }) => here.has(lineId)) &&
          now.payments.every((one) => before.payments.includes(one));
        if (id === undefined || !isSame) return undefined;
        return {
          ...gone({ before, now }, id),
          expected: `${id} in the payments, as before the failure`,
          actual: `${now.payments.length} of ${before.payments.length} payments`,
        };
      };
    },
  },
  {
    // POS_OFFLINE_OR_BUSY is a temporary failure. Where tables are busy that never had a bill, or are given one in the end, it is something else.
    requirement,
    cause: 'busy since a payment failed',
    message:
      'Since BillPaymentFailed every request for a bill of a table is refused as if the till were busy for the moment, while other tables are given theirs; release what was prepared each time a payment fails.',
    pointer: '/reasonCode',
    sights: 2,
    fewAtEnd: 'somebody may be at work at that one table',
    look: (tables, budget) => {
      const billed = createMemory<Billed>(budget);
      let givenN = -1;
      return (step) => {
        const { settled, result, asked, n, at, exchange } = step;
        const failed = failureIn(step);
        if (settled !== undefined) billed.set(settled.tableId, { tableId: settled.tableId, ...(failed && { failed }) });
        const tableId = asked?.tableId;
        if (step.messageKind !== 'BillPreparationRequested' || result === undefined || tableId === undefined)
          return undefined;
        const known = billed.get(tableId);
        const { success, reasonCode, retryable } = result;
        if (preparedIn(result) !== undefined) {
          if (known?.busy !== undefined) return 'over';
          givenN = n;
          billed.set(tableId, { tableId });
        } else if (success === false && reasonCode === 'POS_OFFLINE_OR_BUSY' && retryable !== false) {
          if (known === undefined) return 'over';
          const { times = 0, firstN = n, firstAt = at } = known.busy ?? {};
          if (known.failed !== undefined && (asked?.n ?? -1) >= known.failed.n)
            billed.set(tableId, { ...known, busy: { times: times + 1, firstN, firstAt, lastAt: at, exchange } });
          // A till may look first whether the order has changed.
        } else if (reasonCode !== 'ORDER_CHANGED') billed.delete(tableId);
        if (billed.hasForgotten() || tables.hasForgotten()) return undefined;
        const kept = [...billed.values()].filter(isKept);
        // No other table was given a bill meanwhile.
        if (!kept.some(({ busy }) => (busy?.firstN ?? n) < givenN)) return undefined;
        return kept.map((one) => ({
          unlike: one.tableId,
          exchanges: [one.failed?.exchange ?? exchange, one.busy?.exchange ?? exchange],
          expected: `a bill of ${named(one.tableId)}, as before the failure`,
          actual: `POS_OFFLINE_OR_BUSY ${one.busy?.times} times, over ${Math.round(((one.busy?.lastAt ?? 0) - (one.busy?.firstAt ?? 0)) / 1000)} s`,
        }));
      };
    },
  },
  {
    // Its updatedAt says that nobody changed the table since, none of its payments is new, and it is open. Of one somebody may know why.
    requirement,
    cause: 'nothing to pay since a payment failed',
    message:
      'Once the payment of a bill failed its table has nothing to pay any more, though nobody paid and nothing changed there; release what was prepared each time a payment fails.',
    pointer: '/reasonCode',
    sights: 2,
    fewAtEnd: onceOnly,
    look: (tables, budget) => {
      const failures = createMemory<Failed & { readonly before: Look; readonly refused?: Failed }>(budget, {
        weigh: ({ before }) => weightOfLook(before),
      });
      return (step) => {
        const { settled, result, messageKind, asked, at, exchange } = step;
        const failed = failureIn(step);
        if (settled !== undefined) {
          const before = tables.last(settled.tableId);
          const isLater = before && (asked?.at ?? at) - before.since > 2 * tickOf(before.updatedAt ?? '');
          if (failed === undefined || before === undefined || !isLater) failures.delete(settled.tableId);
          else failures.set(settled.tableId, { ...failed, before });
        }
        const tableId = asked?.tableId ?? '';
        const known = failures.get(tableId);
        if (known === undefined || asked === undefined) return undefined;
        if (messageKind === 'BillPreparationRequested' && result !== undefined) {
          if (preparedIn(result) !== undefined) failures.delete(tableId);
          // Whoever gives no bill without a checkpoint is told so elsewhere.
          else if (
            asked.n > known.n &&
            asked.wholeBill?.checkpoint !== undefined &&
            result['reasonCode'] === 'NO_OPEN_BILL'
          )
            failures.set(tableId, { ...known, refused: { n: asked.n, exchange } });
        }
        const now = freshLook(step);
        const { before, refused } = known;
        if (now?.isOpen === false) failures.delete(tableId);
        if (now?.texts === undefined || refused === undefined || asked.n < refused.n) return undefined;
        const isSame =
          now.isOpen &&
          before.updatedAt === now.updatedAt &&
          before.texts?.length === now.texts.length &&
          before.paymentsText === now.paymentsText;
        if (!isSame || now.texts.length === 0 || tables.hasForgotten()) return undefined;
        return {
          unlike: tableId,
          exchanges: [known.exchange, refused.exchange, exchange],
          expected: `a bill of ${named(tableId)}, as before the failure`,
          actual: 'NO_OPEN_BILL, with the lines, payments and updatedAt of before',
        };
      };
    },
  },
];
