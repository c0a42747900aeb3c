import { parseTimestamp } from '#schemas';
import type { Row } from '../../evidence/row.ts';
import type { Bills, BillStep } from '../../ledgers/till/bills.ts';
import { createShownLines } from '../../ledgers/till/shown-lines.ts';
import { definePosLaw } from '../define.ts';
import { excerpt } from '../excerpt.ts';
import { sinceActivation } from '../since-activation.ts';
import { examine } from '../../evidence/examine.ts';
import { billedLines } from './billed-lines.ts';
import { paidLines } from './paid-lines.ts';
import { selectedLines } from './selected-lines.ts';

type BillRow = Row<BillStep, Bills>;

/** A request for a whole bill that was delivered once, and is refused as if the order had changed. */
const isRefusedAsChanged = ({ asked, handling, result }: BillStep): boolean =>
  asked.wholeBill !== undefined &&
  handling.deliveries.length === 1 &&
  result?.['success'] === false &&
  result['reasonCode'] === 'ORDER_CHANGED';

const refused = ({ asked, seen, result }: BillStep) => ({
  unlike: seen.n,
  exchanges: [asked.exchange, seen.exchange],
  expected: 'a bill, or another reasonCode than ORDER_CHANGED',
  actual: excerpt(result),
});

/**
 * Resources › Bill and payment: by the checkpoint, which is optional, the till decides whether to return ORDER_CHANGED. While the till
 * was at it an order may have come, a payment or a waiter.
 */
const unchanged: readonly BillRow[] = [
  {
    requirement: 'bill/stale-checkpoint',
    cause: 'changed since no checkpoint',
    message:
      'A request for a bill without a checkpoint was refused as if the order had changed since; the checkpoint is optional, and without one there is nothing to have changed since.',
    pointer: '/reasonCode',
    look: (bills) => (step) => {
      const { asked, tableId } = step;
      if (!isRefusedAsChanged(step) || asked.wholeBill?.checkpoint !== undefined) return undefined;
      return bills.changedN(tableId) > asked.n ? undefined : refused(step);
    },
  },
  {
    requirement: 'bill/stale-checkpoint',
    cause: 'changed since the checkpoint it shows',
    message:
      'A request for a bill was refused as if the order had changed, and its checkpoint is the updatedAt of the very snapshot that came with the refusal; the platform refreshes, finds the same, and can never pay. With nothing to pay the reason is NO_OPEN_BILL.',
    pointer: '/reasonCode',
    look: (bills) => (step) => {
      const { asked, tableId, result } = step;
      const { checkpoint } = asked.wholeBill ?? {};
      if (!isRefusedAsChanged(step) || checkpoint === undefined) return undefined;
      const shown = bills.lastUpdate(tableId);
      const isCurrent = [shown?.updatedAt, Object(result?.['currentSnapshot']).updatedAt].every(
        (updatedAt) => updatedAt === checkpoint,
      );
      // Within a second there is room for two changes, of which a till may know that they are two.
      const isFine = (parseTimestamp(checkpoint)?.epochMs ?? 0) % 1000 !== 0;
      return isCurrent && isFine && shown !== undefined && bills.changedN(tableId) < shown.n
        ? refused(step)
        : undefined;
    },
  },
];

/**
 * Resources › Bill and payment: BillPaymentCompleted names a bill by its posBillId alone, so that no two that are to be paid share
 * one. Once it was paid, its payment failed or its table was closed, its id is free. Two stations may be one table, which is held
 * apart by its name, and two tables that were put together have one bill.
 */
const ownIds: BillRow = {
  requirement: 'bill/result-body',
  cause: 'one posBillId for two bills',
  message:
    'Two tables have bills of the same posBillId that are both to be paid, so a payment cannot tell which of them it is for; give every bill an id of its own.',
  pointer: '/bill/posBillId',
  look: (bills, budget) => {
    const lines = createShownLines(budget);
    const isOneTable = (one: string, other: string): boolean => {
      const [here, there] = [lines.of(one), lines.of(other)];
      return here.length > 0 && here.join('\n') === there.join('\n');
    };
    return ({ handling, seen, bill }) => {
      lines.see(handling, seen);
      if (bill?.isTaken !== true || bill.former?.isDue !== true) return undefined;
      const { former, tableId, posBillId, n, exchange } = bill;
      if (former.tableId === tableId) return undefined;
      if (former.n < bills.byHand().closedN || isOneTable(tableId, former.tableId)) return undefined;
      if (![tableId, former.tableId].every(bills.isNamed)) return undefined;
      return {
        unlike: n,
        exchanges: [former.exchange, exchange],
        expected: `another posBillId for ${JSON.stringify(tableId)} than for ${JSON.stringify(former.tableId)}`,
        actual: `posBillId ${JSON.stringify(posBillId)} for both`,
      };
    };
  },
};

const rows: readonly BillRow[] = [...unchanged, ownIds, ...billedLines, ...paidLines, ...selectedLines];

export const bills = definePosLaw({
  id: 'till/bill',
  covers: ['bill/stale-checkpoint', 'bill/result-body', 'bill/no-open-bill', 'bill/subset'],
  start: sinceActivation([], ({ till, budget }) => {
    const examination = examine(rows, till.bills, budget);
    return { see: (seen) => till.bills.see(seen).flatMap(examination.see), end: () => [] };
  }),
});
