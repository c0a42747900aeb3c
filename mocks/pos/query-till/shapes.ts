import type { JsonObject } from '../../json.ts';
import type { Bill } from '../restaurant/bills.ts';
import type { Listing } from '../restaurant/listings.ts';
import type { Receipt } from '../restaurant/receipts.ts';
import { type Line, sumOf, type Table, unpaidLines } from '../restaurant/tables.ts';

const twoHours = 7_200_000;

/** Quartz writes the time on its own wall, with the offset. */
export const moment = (epochMs: number): string => new Date(epochMs + twoHours).toISOString().replace('Z', '+02:00');
/** Where a second is near enough. */
const second = (epochMs: number): string => moment(epochMs).replace(/\.\d+/u, '');
const decimal = (minor: number): string => (minor / 100).toFixed(2);

const tableLine = ({ id, listingId, name, quantity, unitPrice, state, paidBy }: Line): JsonObject => ({
  id,
  sku: listingId,
  label: name,
  qty: quantity,
  price: decimal(unitPrice),
  // What was cancelled stays to be seen.
  cancelled: state === 'CANCELLED',
  served: state === 'DELIVERED',
  ...(paidBy !== undefined && { settled: true }),
});

export const tableSnapshot = (table: Table): JsonObject => ({
  updatedAt: moment(table.updatedAt),
  tableId: table.id,
  status: table.status,
  totals: { gross: decimal(sumOf(table.lines)), open: decimal(sumOf(unpaidLines(table))) },
  payments: table.payments.map(({ amount }) => decimal(amount)),
  lines: table.lines.map(tableLine),
});

export const sessionContext = (table: Table, openedAt: number): JsonObject => ({
  locationId: '7',
  tableId: table.id,
  tableNumber: table.number,
  status: table.status,
  openedAt: second(openedAt),
  ...(table.closedAt !== undefined && { closedAt: second(table.closedAt) }),
});

export const listing = ({ id, name, price, stock, paused }: Listing): JsonObject => ({
  sku: id,
  names: { pl: name },
  gross: decimal(price),
  soldOut: stock === 0 || paused,
  ...(stock !== undefined && { remaining: stock }),
});

/** Totals only. */
export const bill = ({ id, total, preparedAt }: Bill): JsonObject => ({
  posBillId: id,
  totals: { gross: decimal(total) },
  preparedAt: moment(preparedAt),
});

export const receipt = ({ number, issuedAt }: Receipt): JsonObject => ({
  receiptNumber: number,
  issuedAt: second(issuedAt),
});

export const lineDiff = (line: Line | undefined, status: string | undefined): JsonObject => ({
  ...(line && { line: tableLine(line) }),
  ...(status !== undefined && { status }),
});
