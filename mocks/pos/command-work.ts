import { type Json, type JsonObject, objectOf, textIn } from '../json.ts';
import type { CommandHandlers } from './queue/idempotent-executor.ts';
import { momentOf, paymentIdOf, stationOf, wantedItems, wantedLines } from './requests.ts';
import type { Bill, PaymentOutcome, Receipt } from './restaurant/bills.ts';
import type { Listing, MenuPosition } from './restaurant/listings.ts';
import type { Ordered } from './restaurant/orders.ts';
import type { Restaurant } from './restaurant/restaurant.ts';
import { type Table, unpaidLines } from './restaurant/tables.ts';

/** Why there is no bill. */
export type NoBill = 'CLOSED' | 'NOTHING_OPEN' | 'CHANGED';

/** How a vendor words its results, and what it makes of checkpoints; the work behind them is the same. */
export interface Wording {
  readonly position: (checkpoint: JsonObject) => MenuPosition | undefined;
  readonly menu: (changed: readonly Listing[], last: MenuPosition | undefined) => Json;
  readonly table: (table: Table | undefined) => Json;
  readonly order: (ordered: Ordered, table: Table | undefined, receipt: Receipt | undefined) => Json;
  readonly isStale: (checkpoint: number, updatedAt: number) => boolean;
  /** Are selected lines billed although others of the selection are not to be had? */
  readonly billsParts: boolean;
  readonly bill: (bill: Bill) => Json;
  readonly noBill: (why: NoBill, table: Table | undefined) => Json;
  readonly payment: (outcome: PaymentOutcome) => Json;
}

export const createCommandHandlers = (restaurant: Restaurant, wording: Wording): CommandHandlers => {
  const { listings, tables, orders, receipts, bills } = restaurant;

  const submit = (payload: JsonObject): Json => {
    const station = stationOf(payload);
    const tableId = station.kind === 'TABLE' ? station.stationId : undefined;
    const paidBy = paymentIdOf(payload);
    const ordered = orders.submit({
      items: wantedItems(payload),
      ...(tableId !== undefined && { tableId }),
      ...(paidBy !== undefined && { paidBy }),
    });
    const total = ordered.accepted.reduce((sum, { item, listing: { price } }) => sum + item.quantity * price, 0);
    const receipt = paidBy !== undefined && ordered.accepted.length > 0 ? receipts.issue(total) : undefined;
    return wording.order(ordered, tableId === undefined ? undefined : tables.find(tableId), receipt);
  };

  const prepare = (payload: JsonObject): Json => {
    const station = stationOf(payload);
    const table = 'stationId' in station ? tables.find(station.stationId) : undefined;
    if (table?.status === 'CLOSED') return wording.noBill('CLOSED', table);
    const open = table ? unpaidLines(table) : [];
    if (!table || open.length === 0) return wording.noBill('NOTHING_OPEN', table);
    const checkpoint = momentOf(payload['checkpoint']);
    const wanted = wantedLines(payload);
    const lines = open.filter(({ id }) => wanted?.includes(id) ?? true);
    const isShort = lines.length < (wording.billsParts ? 1 : (wanted?.length ?? 0));
    const isStale = checkpoint !== undefined && wording.isStale(checkpoint, table.updatedAt);
    return isStale || isShort ? wording.noBill('CHANGED', table) : wording.bill(bills.prepare(table.id, lines));
  };

  return {
    ProductListingsSyncRequested: ({ checkpoint }) => {
      const from = wording.position(objectOf(checkpoint));
      const changed = listings.after(from);
      return wording.menu(changed, changed.at(-1) ?? from);
    },
    TableOrderSnapshotRequested: ({ tableId }) => wording.table(tables.find(textIn(tableId))),
    OrderSubmissionRequested: submit,
    BillPreparationRequested: prepare,
    BillPaymentCompleted: (payload) =>
      wording.payment(bills.pay(textIn(payload['posBillId']), paymentIdOf(payload) ?? '')),
    BillPaymentFailed: ({ posBillId }) => {
      bills.release(textIn(posBillId));
      return undefined;
    },
    Test: ({ nonce }) => ({ nonce }),
  };
};
