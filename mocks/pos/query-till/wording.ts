import type { Wording } from '../command-work.ts';
import { type JsonObject, textIn } from '../../json.ts';
import type { Bill, Receipt } from '../restaurant/bills.ts';
import type { Listing } from '../restaurant/listings.ts';
import { type Line, sumOf, type Table, unpaidLines } from '../restaurant/tables.ts';

const failure = (reasonCode: string, retryable: boolean, message: string): JsonObject => ({
  message,
  retryable,
  reasonCode,
  success: false,
});

export const quartzWording = (tipRecipientId: string): Wording => ({
  position: ({ ms, after }) => (typeof ms === 'number' ? { changedAt: ms, id: textIn(after) } : undefined),
  menu: (changed, last) => ({
    // What is no longer sold is not on the menu.
    listings: changed.filter(({ delisted }) => !delisted).map(listing),
    checkpoint: { v: 2, ms: last?.changedAt ?? 0, after: last?.id ?? '' },
  }),
  table: (table) => {
    if (!table) return failure('unknown-station', false, 'Nie ma takiego stolika.');
    // Nobody sits there: there is no session to tell of.
    if (table.openedAt === undefined)
      return { ...failure('no-session', true, 'Stolik jest wolny.'), currentStatus: table.status };
    return {
      success: true,
      tableSessionContext: sessionContext(table, table.openedAt),
      tableOrderSnapshot: tableSnapshot(table),
    };
  },
  order: ({ accepted, rejected }, table, issued) => {
    const acceptedItems = accepted.map(({ item, listing: { price } }) => [item.listingId, item.quantity, price]);
    if (rejected.length > 0)
      return {
        success: false,
        acceptedItems,
        rejectedItems: rejected.map(({ item, reason }) => ({
          reasonCode: reason,
          sku: item.listingId,
          qty: item.quantity,
        })),
      };
    return {
      success: true,
      acceptedItems,
      // Only what changed is told: the rest is asked for.
      ...(table && acceptedItems.length > 0 && { tableOrderSnapshot: tableSnapshot(table) }),
      ...(issued && { receipt: receipt(issued) }),
    };
  },
  isStale: (checkpoint, updatedAt) => checkpoint !== updatedAt,
  billsParts: true,
  bill: (prepared) => ({ bill: bill(prepared), tipRecipientId, success: true }),
  noBill: (why) =>
    why === 'CHANGED'
      ? failure('ORDER_CHANGED', true, 'Zamówienie się zmieniło.')
      : // A closed bill is no open one.
        failure('NO_OPEN_BILL', true, 'Nie ma rachunku.'),
  payment: (outcome) =>
    'receipt' in outcome
      ? { receipt: receipt(outcome.receipt), success: true }
      : failure(outcome.refused.toLowerCase(), outcome.refused === 'BILL_RELEASED', 'Nie przyjęto.'),
});

const twoHours = 7_200_000;

/** Quartz writes the time on its own wall, with the offset. */
const moment = (epochMs: number): string => new Date(epochMs + twoHours).toISOString().replace('Z', '+02:00');
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

const tableSnapshot = (table: Table): JsonObject => ({
  updatedAt: moment(table.updatedAt),
  tableId: table.id,
  status: table.status,
  totals: { gross: decimal(sumOf(table.lines)), open: decimal(sumOf(unpaidLines(table))) },
  payments: table.payments.map(({ amount }) => decimal(amount)),
  lines: table.lines.map(tableLine),
});

const sessionContext = (table: Table, openedAt: number): JsonObject => ({
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
const bill = ({ id, total, preparedAt }: Bill): JsonObject => ({
  posBillId: id,
  totals: { gross: decimal(total) },
  preparedAt: moment(preparedAt),
});

const receipt = ({ number, issuedAt }: Receipt): JsonObject => ({
  receiptNumber: number,
  issuedAt: second(issuedAt),
});

export const lineDiff = (line: Line | undefined, status: string | undefined): JsonObject => ({
  ...(line && { line: tableLine(line) }),
  ...(status !== undefined && { status }),
});
