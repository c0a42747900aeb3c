import { type BillStep, isFine } from '../../../ledgers/till/bills.ts';
import type { TillLedgers } from '../../../ledgers/till/ledgers.ts';
import { excerpt } from '../../../retention/excerpt.ts';
import type { TillRow } from '../table/row.ts';
import { billedLines } from './billed-lines.ts';
import { paidLines } from './paid-lines.ts';
import { selectedLines } from './selected-lines.ts';

/** A request for a whole bill, delivered once, that is refused as if the order had changed: its checkpoint, and what is told of it. */
const refusedAsChanged = ({ asked, lifecycle, body, exchange }: BillStep) => {
  const isOnce = asked?.wholeBill !== undefined && lifecycle?.deliveries.length === 1;
  if (!isOnce || body?.['success'] !== false || body['reasonCode'] !== 'ORDER_CHANGED') return undefined;
  const exchanges = [asked.exchange, exchange];
  const sight = { exchanges, expected: 'a bill, or another reasonCode than ORDER_CHANGED' };
  return { ...asked.wholeBill, askedN: asked.n, sight: { ...sight, actual: excerpt(body) } };
};

/** When anything last happened that may have changed a bill of the table. */
const changedN = ({ tables: { happenings } }: TillLedgers, tableId: string): number =>
  Math.max(happenings.anywhere('byHand', 'orderElsewhere', 'payment'), happenings.at('order', tableId));

/** What a till owes about bills, as far as several calls tell it. */
export const bills: readonly TillRow[] = [
  {
    // Resources › Bill and payment: the checkpoint is optional; without one there is nothing to have changed since.
    requirement: 'bill/stale-checkpoint',
    cause: 'changed since no checkpoint',
    look: (ledgers) => (step) => {
      const { checkpoint, askedN, sight } = refusedAsChanged(step) ?? {};
      if (askedN === undefined || checkpoint !== undefined) return undefined;
      // While the till was at it an order may have come, a payment or a waiter.
      return changedN(ledgers, step.tableId ?? '') > askedN ? undefined : sight;
    },
  },
  {
    // Resources › Bill and payment: by the checkpoint the till decides whether to return ORDER_CHANGED.
    requirement: 'bill/stale-checkpoint',
    cause: 'changed since the checkpoint it shows',
    look: (ledgers) => (step) => {
      const { checkpoint, sight } = refusedAsChanged(step) ?? {};
      const last = ledgers.tables.last(step.tableId ?? '');
      if (checkpoint === undefined || last?.updatedAt !== checkpoint || !isFine(last)) return undefined;
      const isSame = Object(step.body?.['currentSnapshot']).updatedAt === checkpoint;
      return isSame && changedN(ledgers, step.tableId ?? '') < last.askedN ? sight : undefined;
    },
  },
  {
    // Resources › Bill and payment: BillPaymentCompleted names a bill by its posBillId alone.
    requirement: 'bill/result-body',
    cause: 'one posBillId for two bills',
    look:
      ({ tables }) =>
      ({ bill }) => {
        // Once it was paid, its payment failed or its table was closed, an id is free.
        if (bill?.isTaken !== true || bill.former?.isDue !== true) return undefined;
        const both = [bill.former, bill];
        const [other = '', own = ''] = both.map(({ tableId }) => tableId);
        const isFree = bill.former.n < tables.happenings.anywhere('closing');
        if (other === own || isFree || ![other, own].every(tables.isNamed)) return undefined;
        // Two stations may be one table, and two tables that were put together have one bill.
        const [there = '', here = ''] = [other, own].map((tableId) => tables.shown(tableId)?.texts?.join('\n'));
        if (here === there && here !== '') return undefined;
        return {
          exchanges: both.map(({ exchange }) => exchange),
          expected: `another posBillId for ${JSON.stringify(own)} than for ${JSON.stringify(other)}`,
          actual: `posBillId ${JSON.stringify(bill.posBillId)} for both`,
        };
      },
  },
  ...billedLines,
  ...paidLines,
  ...selectedLines,
];
