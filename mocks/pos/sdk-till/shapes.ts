import type { JsonObject } from '../../json.ts';
import type { Bill } from '../restaurant/bills.ts';
import type { Listing } from '../restaurant/listings.ts';
import type { Receipt } from '../restaurant/receipts.ts';
import { type Line, sumOf, type Table, unpaidLines } from '../restaurant/tables.ts';

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

export const tableSnapshot = (table: Table): JsonObject => ({
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

export const sessionContext = (table: Table): JsonObject => ({
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

export const bill = ({ id, lines, total, preparedAt }: Bill): JsonObject => ({
  posBillId: id,
  lines: lines.map(tableLine),
  totals: { total: money(total), net: money(Math.round(total / 1.08)) },
  preparedAt: moment(preparedAt),
});

export const receipt = ({ number, issuedAt }: Receipt): JsonObject => ({
  receiptNumber: number,
  fiscalSignature: Buffer.from(`${number} ${issuedAt}`).toString('base64'),
  issuedAt: moment(issuedAt),
  receiptUrl: `https://receipts.example/${encodeURIComponent(number)}`,
});
