import type { Wording } from '../command-work.ts';
import { type JsonObject, textIn } from '../../json.ts';
import { bill, listing, receipt, sessionContext, tableSnapshot } from './shapes.ts';

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
