import { type Look, tickOf, weightOfLook } from '../../../ledgers/till/look.ts';
import { preparedIn } from '../../../ledgers/till/prepared-bill.ts';
import { onceOnly, type Says } from '../../../evidence/row.ts';
import type { BillStep } from '../../../ledgers/till/bills.ts';
import type { Tables, TableStep } from '../../../ledgers/till/tables.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import { freshLook, named, onTwoLooks, type TillRow, unlike } from '../table/row.ts';
import { explainedBy, shortMs, toldWithinMs, type Unexplained } from '../unexplained.ts';

// Resources › Bill and payment: after BillPaymentFailed the till releases any prepared or payment-pending state, and nothing else.
const requirement = 'payment/failed-releases-bill';

/** A waiter who is at a table, or a printer out of paper, may keep its bill for a while. */
const [busyTimes, busyMs] = [6, 10_000];

/** An open table that shows a list of lines. */
type Listed = Look & { readonly texts: readonly string[] };
const isListed = (look: Look): look is Listed => look.isOpen && look.texts !== undefined;

/** What two looks show within so short a time that a payment failed between them, and else nothing was done that may matter. */
const overFailure = (
  { happenings, isUntouchedSince }: Tables,
  budget: ByteBudget,
  { maySay, goneIn }: { readonly maySay: boolean; readonly goneIn: (before: Listed, now: Listed) => Gone | undefined },
) => {
  const failed = createMemory<number>(budget);
  const compare = onTwoLooks((before, now): Unexplained | undefined => {
    if (!isListed(before) || !isListed(now)) return undefined;
    // As it was before it was shown last: what is not there had not been ordered yet.
    if (Number(now.updatedAtMs) < Number(before.updatedAtMs) || now.at - before.at > shortMs) return undefined;
    const failedN = failed.get(now.tableId) ?? -1;
    if (before.n > failedN || now.askedN < failedN || !isUntouchedSince(before.askedN)) return undefined;
    if (happenings.anywhere('payment', 'orderElsewhere') > before.n) return undefined;
    const [id, expected, actual] = goneIn(before, now) ?? [];
    if (id === undefined || actual === undefined) return undefined;
    const missing = { tableId: now.tableId, id };
    return { ...unlike(before, now, `${expected}, as before the failure`, actual), unlike: id, at: now.at, missing };
  });
  return (step: BillStep): Says => {
    const { messageKind, seen, tableId, n, changed } = step;
    if (messageKind === 'BillPaymentFailed' && seen.kind === 'receive' && tableId !== undefined) failed.set(tableId, n);
    return changed === undefined ? compare(step) : { voids: explainedBy(step, maySay) };
  };
};

type Gone = readonly [id: string, expected: string, actual: string];

/** The payment of the only bill of a table that waited failed. */
interface Failed {
  readonly n: number;
  readonly exchange: number;
}

/** A table that was given a bill, or whose payment failed: since then it was refused one again and again, and each time as if the till were busy for the moment. */
interface Billed {
  readonly tableId: string;
  readonly failed: Failed | undefined;
  readonly times: number;
  readonly firstN: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly exchange: number;
}

const failureIn = ({ settled, asked, n, exchange }: TableStep): Failed | undefined =>
  settled?.isLast === true && !settled.isPaid ? { n, exchange: asked?.exchange ?? exchange } : undefined;

export const paymentFailure: readonly TillRow[] = [
  {
    // Of a line that is cancelled otherwise a till that pushes such changes says so.
    requirement,
    cause: 'lines are gone after a failed payment',
    onceOnly,
    dueMs: Number.POSITIVE_INFINITY,
    dueAtEndMs: toldWithinMs,
    isEnough: (_, { tables: { byHand } }) => byHand().cancelled.length > 0,
    look: ({ tables }, budget) =>
      overFailure(tables, budget, {
        maySay: false,
        goneIn: (before, now) => {
          const [then, here] = [before.texts, now.texts];
          const line = before.identified.find((one) => !now.identified.some(({ lineId }) => lineId === one.lineId));
          // Lines that merge leave the totals as they were, and change one of the lines.
          const isLess = here.length > 0 && here.length < then.length && here.every((one) => then.includes(one));
          const isSame = now.paymentsText === before.paymentsText && now.totalsText !== before.totalsText;
          if (line === undefined || !isLess || !isSame || tables.happenings.at('order', now.tableId) > before.n)
            return undefined;
          return [line.lineId, `${then.length} lines`, `${here.length} of them, and other totals`];
        },
      }),
  },
  {
    // A payment that is undone need not be pushed. An order takes none off the table, also one that is rejected.
    requirement,
    cause: 'a payment is gone after one that failed',
    onceOnly,
    dueMs: Number.POSITIVE_INFINITY,
    dueAtEndMs: toldWithinMs,
    look: ({ tables }, budget) =>
      overFailure(tables, budget, {
        maySay: true,
        goneIn: (before, now) => {
          const here = new Set(now.identified.map(({ lineId }) => lineId));
          // What only waits for its payment has an identifier as well.
          const id = before.payments.find((one) => tables.payments.payment(one) && !now.payments.includes(one));
          const isSame =
            before.identified.length === before.texts.length &&
            before.identified.every(({ lineId }) => here.has(lineId)) &&
            now.payments.every((one) => before.payments.includes(one));
          if (id === undefined || !isSame) return undefined;
          return [id, `${id} in the payments`, `${now.payments.length} of ${before.payments.length} payments`];
        },
      }),
  },
  {
    // POS_OFFLINE_OR_BUSY is a temporary failure. Where tables are busy that never had a bill, or are given one in the end, it is something else.
    requirement,
    cause: 'busy since a payment failed',
    sights: 2,
    fewAtEnd: 'somebody may be at work at that one table',
    look: ({ tables }, budget) => {
      const billed = createMemory<Billed>(budget);
      let givenN = -1;
      return (step) => {
        const { settled, result, asked, n, at, exchange, messageKind } = step;
        const begin = (tableId: string, failed?: Failed): void =>
          billed.set(tableId, { tableId, failed, times: 0, firstN: n, firstAt: at, lastAt: at, exchange });
        if (settled !== undefined) begin(settled.tableId, failureIn(step));
        if (messageKind !== 'BillPreparationRequested' || result === undefined || asked?.tableId === undefined)
          return undefined;
        const { tableId } = asked;
        const known = billed.get(tableId);
        const { success, reasonCode, retryable } = result;
        if (preparedIn(result) !== undefined) {
          if (known !== undefined && known.times > 0) return 'over';
          givenN = n;
          begin(tableId);
        } else if (success === false && reasonCode === 'POS_OFFLINE_OR_BUSY' && retryable !== false) {
          if (known === undefined) return 'over';
          const first = known.times === 0 ? { firstN: n, firstAt: at } : {};
          if (known.failed !== undefined && asked.n >= known.failed.n)
            billed.set(tableId, { ...known, ...first, times: known.times + 1, lastAt: at, exchange });
          // A till may look first whether the order has changed.
        } else if (reasonCode !== 'ORDER_CHANGED') billed.delete(tableId);
        if (billed.hasForgotten() || tables.hasForgotten()) return undefined;
        const kept = [...billed.values()].filter(
          ({ times, firstAt, lastAt }) => times >= busyTimes && lastAt - firstAt >= busyMs,
        );
        // No other table was given a bill meanwhile.
        if (!kept.some(({ firstN }) => firstN < givenN)) return undefined;
        return kept.map(({ failed, times, firstAt, lastAt, ...one }) => ({
          unlike: one.tableId,
          exchanges: [failed?.exchange ?? exchange, one.exchange],
          expected: `a bill of ${named(one.tableId)}, as before the failure`,
          actual: `POS_OFFLINE_OR_BUSY ${times} times, over ${Math.round((lastAt - firstAt) / 1000)} s`,
        }));
      };
    },
  },
  {
    // Its updatedAt says that nobody changed the table since, none of its payments is new, and it is open. Of one somebody may know why.
    requirement,
    cause: 'nothing to pay since a payment failed',
    sights: 2,
    fewAtEnd: onceOnly,
    look: ({ tables }, budget) => {
      const failures = createMemory<Failed & { readonly before: Look; readonly refused?: Failed }>(budget, {
        weigh: ({ before }) => weightOfLook(before),
      });
      const billed = createMemory<string>(budget);
      return (step) => {
        const { settled, result, messageKind, asked, at, exchange } = step;
        const failed = failureIn(step);
        const tableId = asked?.tableId ?? '';
        const prepared = messageKind === 'BillPreparationRequested' && result ? preparedIn(result) : undefined;
        if (prepared !== undefined) billed.set(tableId, tables.last(tableId)?.updatedAt ?? '');
        if (settled !== undefined) {
          const before = tables.last(settled.tableId);
          const isLater = before && (asked?.at ?? at) - before.since > 2 * tickOf(before.updatedAt ?? '');
          // What is not as it was when the bill was prepared may have nothing to pay any more.
          const isAsBilled = before?.updatedAt === billed.get(settled.tableId);
          if (failed === undefined || !isAsBilled || !isLater) failures.delete(settled.tableId);
          else failures.set(settled.tableId, { ...failed, before });
        }
        const known = failures.get(tableId);
        if (known === undefined || asked === undefined) return undefined;
        if (messageKind === 'BillPreparationRequested' && result !== undefined) {
          if (prepared !== undefined) failures.delete(tableId);
          // Whoever gives no bill without a checkpoint is told so elsewhere.
          else if (asked.n > known.n && asked.wholeBill?.checkpoint && result['reasonCode'] === 'NO_OPEN_BILL')
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
