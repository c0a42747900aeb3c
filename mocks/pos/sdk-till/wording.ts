import type { Wording } from '../command-work.ts';
import { type JsonObject, textIn } from '../../json.ts';
import { momentOf } from '../requests.ts';
import type { Bill, Receipt } from '../restaurant/bills.ts';
import type { Listing } from '../restaurant/listings.ts';
import { type Line, sumOf, type Table, unpaidLines } from '../restaurant/tables.ts';

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

// Copper writes UTC with milliseconds, amounts as objects, and every optional field.
export const moment = (epochMs: number): string => new Date(epochMs).toISOString();
const money = (value: number) => ({ value, currency: 'PLN' });

export const tableLine = ({ id, listingId, name, quantity, unitPrice, state, paidBy }: Line): JsonObject => ({
  lineId: id,
  listingId,
  name,
  quantity,
  unitPrice: money(unitPrice),
  state,
  paid: paidBy !== undefined,
});

const tableSnapshot = (table: Table): JsonObject => ({
  tableId: table.id,
  status: table.status,
  // What was cancelled is off the table.
  lines: table.lines.filter(({ state }) => state !== 'CANCELLED').map(tableLine),
  totals: { total: money(sumOf(table.lines)), due: money(sumOf(unpaidLines(table))) },
  payments: table.payments.map(({ id, amount, at }) => ({
    oaPaymentId: id,
    amount: money(amount),
    appliedAt: moment(at),
  })),
  updatedAt: moment(table.updatedAt),
});

const sessionContext = (table: Table): JsonObject => ({
  locationId: 'copper-01',
  tableId: table.id,
  tableNumber: table.number,
  status: table.status,
  openedAt: moment(table.openedAt ?? table.updatedAt),
  ...(table.closedAt !== undefined && { closedAt: moment(table.closedAt) }),
});

export const listing = ({ id, name, price, stock, delisted, paused }: Listing): JsonObject => ({
  listingId: id,
  name,
  price: money(price),
  stock: { tracked: stock !== undefined, ...(stock !== undefined && { quantity: stock }) },
  status: delisted ? 'DELISTED' : 'ACTIVE',
  available: !paused,
});

const bill = ({ id, lines, total, preparedAt }: Bill): JsonObject => ({
  posBillId: id,
  lines: lines.map(tableLine),
  totals: { total: money(total), net: money(Math.round(total / 1.08)) },
  preparedAt: moment(preparedAt),
});

const receipt = ({ number, issuedAt }: Receipt): JsonObject => ({
  receiptNumber: number,
  fiscalSignature: Buffer.from(`${number} ${issuedAt}`).toString('base64'),
  issuedAt: moment(issuedAt),
  receiptUrl: `https://receipts.example/${encodeURIComponent(number)}`,
});
