import type { CommandHandlers } from '../queue/command-handlers.ts';
import { type Json, type JsonObject, objectOf, textIn } from '../../json.ts';
import { momentOf, paymentIdOf, stationOf, wantedItems, wantedLines } from '../requests.ts';
import type { MenuPosition } from '../restaurant/listings.ts';
import { unpaidLines } from '../restaurant/tables.ts';
import type { Restaurant } from '../restaurant/restaurant.ts';
import { bill, listing, receipt, sessionContext, tableSnapshot } from './shapes.ts';

export const createQuartzHandlers = (restaurant: Restaurant, tipRecipientId: string): CommandHandlers => ({
  ProductListingsSyncRequested: (payload) => syncListings(restaurant, payload),
  TableOrderSnapshotRequested: (payload) => resolveTable(restaurant, payload),
  OrderSubmissionRequested: (payload) => submitOrder(restaurant, payload),
  BillPreparationRequested: (payload) => prepareBill(restaurant, payload, tipRecipientId),
  BillPaymentCompleted: (payload) => applyPayment(restaurant, payload),
  BillPaymentFailed: ({ posBillId }) => {
    restaurant.bills.release(textIn(posBillId));
    return undefined;
  },
  Test: ({ nonce }) => ({ nonce }),
});

const failure = (reasonCode: string, retryable: boolean, message: string): JsonObject => ({
  message,
  retryable,
  reasonCode,
  success: false,
});

const syncListings = ({ listings }: Restaurant, payload: JsonObject): Json => {
  const { ms, after } = objectOf(payload['checkpoint']);
  const from: MenuPosition | undefined = typeof ms === 'number' ? { changedAt: ms, id: textIn(after) } : undefined;
  const changed = listings.after(from);
  const last = changed.at(-1) ?? from;
  return {
    // What is no longer sold is not on the menu.
    listings: changed.filter(({ delisted }) => !delisted).map(listing),
    checkpoint: { v: 2, ms: last?.changedAt ?? 0, after: last?.id ?? '' },
  };
};

const resolveTable = ({ tables }: Restaurant, { tableId }: JsonObject): Json => {
  const table = tables.find(textIn(tableId));
  if (!table) return failure('unknown-station', false, 'Nie ma takiego stolika.');
  // Nobody sits there: there is no session to tell of.
  if (table.openedAt === undefined)
    return { ...failure('no-session', true, 'Stolik jest wolny.'), currentStatus: table.status };
  return {
    success: true,
    tableSessionContext: sessionContext(table, table.openedAt),
    tableOrderSnapshot: tableSnapshot(table),
  };
};

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
  const acceptedItems = accepted.map(({ item, listing: { price } }) => [item.listingId, item.quantity, price]);
  const total = accepted.reduce((sum, { item, listing: { price } }) => sum + item.quantity * price, 0);
  const issued = paidBy !== undefined && accepted.length > 0 ? receipts.issue(total) : undefined;
  if (rejected.length === 0)
    return {
      success: true,
      acceptedItems,
      // Only what changed is told: the rest is asked for.
      ...(table && acceptedItems.length > 0 && { tableOrderSnapshot: tableSnapshot(table) }),
      ...(issued && { receipt: receipt(issued) }),
    };
  return {
    success: false,
    acceptedItems,
    rejectedItems: rejected.map(({ item, reason }) => ({
      reasonCode: reason,
      sku: item.listingId,
      qty: item.quantity,
    })),
  };
};

const prepareBill = ({ tables, bills }: Restaurant, payload: JsonObject, tipRecipientId: string): Json => {
  const station = stationOf(payload);
  const table = 'stationId' in station ? tables.find(station.stationId) : undefined;
  // A closed bill is no open one.
  if (!table || table.status === 'CLOSED' || unpaidLines(table).length === 0)
    return failure('NO_OPEN_BILL', true, 'Nie ma rachunku.');
  const checkpoint = momentOf(payload['checkpoint']);
  const wanted = wantedLines(payload);
  const lines = unpaidLines(table).filter(({ id }) => wanted?.includes(id) ?? true);
  const stale = checkpoint !== undefined && checkpoint !== table.updatedAt;
  if (stale || lines.length === 0) return failure('ORDER_CHANGED', true, 'Zamówienie się zmieniło.');
  return { bill: bill(bills.prepare(table.id, lines)), tipRecipientId, success: true };
};

const applyPayment = ({ bills }: Restaurant, payload: JsonObject): Json => {
  const outcome = bills.pay(textIn(payload['posBillId']), paymentIdOf(payload) ?? '');
  return 'receipt' in outcome
    ? { receipt: receipt(outcome.receipt), success: true }
    : failure(outcome.refused.toLowerCase(), outcome.refused === 'BILL_RELEASED', 'Nie przyjęto.');
};
