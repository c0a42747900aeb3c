import type { CommandHandlers } from '../queue/command-handlers.ts';
import { type Json, type JsonObject, objectOf, textIn } from '../../json.ts';
import { momentOf, paymentIdOf, stationOf, wantedItems, wantedLines } from '../requests.ts';
import type { MenuPosition } from '../restaurant/listings.ts';
import { type Table, unpaidLines } from '../restaurant/tables.ts';
import type { Restaurant } from '../restaurant/restaurant.ts';
import { bill, listing, moment, receipt, sessionContext, tableSnapshot } from './shapes.ts';

export const createCopperHandlers = (
  restaurant: Restaurant,
  tipRecipientAt: (tableId: string) => string,
): CommandHandlers => ({
  ProductListingsSyncRequested: (payload) => syncListings(restaurant, payload),
  TableOrderSnapshotRequested: ({ tableId }) => resolveTable(restaurant.tables.find(textIn(tableId))),
  OrderSubmissionRequested: (payload) => submitOrder(restaurant, payload),
  BillPreparationRequested: (payload) => prepareBill(restaurant, payload, tipRecipientAt),
  BillPaymentCompleted: (payload) => applyPayment(restaurant, payload),
  BillPaymentFailed: ({ posBillId }) => {
    restaurant.bills.release(textIn(posBillId));
    return undefined;
  },
  Test: ({ nonce }) => ({ nonce }),
});

const syncListings = ({ listings }: Restaurant, payload: JsonObject): Json => {
  const { timestamp, listingId } = objectOf(payload['checkpoint']);
  const changedAt = momentOf(timestamp);
  const from: MenuPosition | undefined = changedAt === undefined ? undefined : { changedAt, id: textIn(listingId) };
  const changed = listings.after(from);
  const last = changed.at(-1) ?? from ?? { changedAt: 0, id: '' };
  return {
    checkpoint: { timestamp: moment(last.changedAt), listingId: last.id },
    listings: changed.map(listing),
  };
};

const resolveTable = (table: Table | undefined): Json =>
  table
    ? { success: true, tableSessionContext: sessionContext(table), tableOrderSnapshot: tableSnapshot(table) }
    : { success: false, reasonCode: 'TABLE_NOT_FOUND', retryable: false };

const submitOrder = ({ orders, receipts, tables }: Restaurant, payload: JsonObject): Json => {
  const station = stationOf(payload);
  const tableId = station.kind === 'TABLE' ? station.stationId : undefined;
  const paidBy = paymentIdOf(payload);
  const { accepted, rejected } = orders.submit({
    items: wantedItems(payload),
    ...(tableId !== undefined && { tableId }),
    ...(paidBy !== undefined && { paidBy }),
  });
  const table = tableId === undefined ? undefined : tables.find(tableId);
  const snapshot = table && { tableOrderSnapshot: tableSnapshot(table) };
  if (rejected.length > 0)
    return {
      success: false,
      rejectedItems: rejected.map(({ item, reason }) => ({ listingId: item.listingId, reasonCode: reason })),
      ...snapshot,
    };
  const total = accepted.reduce((sum, { item, listing: { price } }) => sum + item.quantity * price, 0);
  return {
    success: true,
    acceptedItems: accepted.map(({ item }) => ({ listingId: item.listingId, quantity: item.quantity })),
    ...snapshot,
    ...(paidBy !== undefined && { receipt: receipt(receipts.issue(total)) }),
  };
};

const prepareBill = (
  { tables, bills }: Restaurant,
  payload: JsonObject,
  tipRecipientAt: (id: string) => string,
): Json => {
  const station = stationOf(payload);
  const table = 'stationId' in station ? tables.find(station.stationId) : undefined;
  if (table?.status === 'CLOSED') return refused('ORDER_CLOSED', false);
  const checkpoint = momentOf(payload['checkpoint']);
  if (table && checkpoint !== undefined && checkpoint < table.updatedAt)
    return { ...refused('ORDER_CHANGED', true), currentSnapshot: tableSnapshot(table) };
  const open = table ? unpaidLines(table) : [];
  if (!table || open.length === 0) return refused('NO_OPEN_BILL', false);
  const wanted = wantedLines(payload);
  const lines = wanted ? open.filter(({ id }) => wanted.includes(id)) : open;
  if (lines.length < (wanted?.length ?? 0))
    return { ...refused('ORDER_CHANGED', true), currentSnapshot: tableSnapshot(table) };
  return { success: true, bill: bill(bills.prepare(table.id, lines)), tipRecipientId: tipRecipientAt(table.id) };
};

const refused = (reasonCode: string, retryable: boolean): JsonObject => ({ success: false, reasonCode, retryable });

const applyPayment = ({ bills }: Restaurant, payload: JsonObject): Json => {
  const outcome = bills.pay(textIn(payload['posBillId']), paymentIdOf(payload) ?? '');
  return 'receipt' in outcome ? { success: true, receipt: receipt(outcome.receipt) } : refused(outcome.refused, false);
};
