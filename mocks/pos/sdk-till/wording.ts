import type { Wording } from '../command-work.ts';
import { type JsonObject, textIn } from '../../json.ts';
import { momentOf } from '../requests.ts';
import { bill, listing, moment, receipt, sessionContext, tableSnapshot } from './shapes.ts';

const refused = (reasonCode: string, retryable: boolean): JsonObject => ({ success: false, reasonCode, retryable });

export const copperWording = (tipRecipientAt: (tableId: string) => string): Wording => ({
  position: ({ timestamp, listingId }) => {
    const changedAt = momentOf(timestamp);
    return changedAt === undefined ? undefined : { changedAt, id: textIn(listingId) };
  },
  menu: (changed, last = { changedAt: 0, id: '' }) => ({
    checkpoint: { timestamp: moment(last.changedAt), listingId: last.id },
    listings: changed.map(listing),
  }),
  table: (table) =>
    table
      ? { success: true, tableSessionContext: sessionContext(table), tableOrderSnapshot: tableSnapshot(table) }
      : refused('TABLE_NOT_FOUND', false),
  order: ({ accepted, rejected }, table, issued) => ({
    success: rejected.length === 0,
    ...(rejected.length === 0
      ? { acceptedItems: accepted.map(({ item }) => ({ listingId: item.listingId, quantity: item.quantity })) }
      : { rejectedItems: rejected.map(({ item, reason }) => ({ listingId: item.listingId, reasonCode: reason })) }),
    ...(table && { tableOrderSnapshot: tableSnapshot(table) }),
    ...(issued && { receipt: receipt(issued) }),
  }),
  isStale: (checkpoint, updatedAt) => checkpoint < updatedAt,
  billsParts: false,
  bill: (prepared) => ({ success: true, bill: bill(prepared), tipRecipientId: tipRecipientAt(prepared.tableId) }),
  noBill: (why, table) => {
    if (why === 'CLOSED') return refused('ORDER_CLOSED', false);
    if (why === 'NOTHING_OPEN') return refused('NO_OPEN_BILL', false);
    return { ...refused('ORDER_CHANGED', true), ...(table && { currentSnapshot: tableSnapshot(table) }) };
  },
  payment: (outcome) =>
    'receipt' in outcome ? { success: true, receipt: receipt(outcome.receipt) } : refused(outcome.refused, false),
});
