import type { CommandKind, OrderContext, TillFacts } from '#schemas';
import { faker } from '@faker-js/faker/locale/en';
import { freshId } from '../identity.ts';
import {
  atTable,
  billPaymentCompleted,
  billPaymentFailed,
  billPreparation,
  forDelivery,
  forPickup,
  item,
  listingsSync,
  orderSubmission,
  paymentOf,
  tableSnapshot,
} from './commands.ts';

/** A valid payload of a command, made up on the seed; ids of payments are new each time. */
export const samplePayload = (
  messageKind: CommandKind,
  { tableIds, listingIds, bill }: TillFacts,
  { seed, now }: { readonly seed: number; readonly now: number },
): object => {
  faker.seed(seed);
  const tableId = faker.helpers.arrayElement(tableIds.length > 0 ? tableIds : ['T1']);
  const listings = faker.helpers.arrayElements(listingIds.length > 0 ? listingIds : ['L1'], { min: 1, max: 3 });
  const quantity = faker.number.int({ min: 1, max: 3 });
  const prepaid = { value: faker.number.int({ min: 100, max: 9900 }), currency: 'PLN' };
  const { posBillId = 'B1', amount = prepaid } = bill ?? {};
  switch (messageKind) {
    case 'ProductListingsSyncRequested':
      return listingsSync().payload;
    case 'TableOrderSnapshotRequested':
      return tableSnapshot(tableId).payload;
    case 'OrderSubmissionRequested': {
      const items = listings.map((listingId) => item(listingId, quantity));
      const context = contextOf(seed, tableId);
      // Only at a table can one pay later.
      return orderSubmission(context, items, context.type === 'STATION' ? undefined : paymentOf(prepaid, now)).payload;
    }
    case 'BillPreparationRequested':
      return billPreparation(atTable(tableId)).payload;
    case 'BillPaymentCompleted':
      return billPaymentCompleted(posBillId, paymentOf(amount, now)).payload;
    case 'BillPaymentFailed':
      return billPaymentFailed(posBillId).payload;
    case 'Test':
      return { nonce: freshId() };
    default:
      return messageKind satisfies never;
  }
};

/** Most seeds order at a table. */
const contextOf = (seed: number, tableId: string): OrderContext => {
  const kind = Math.abs(seed) % 4;
  if (kind === 3) return forDelivery(String(seed));
  return kind === 2 ? forPickup(String(seed)) : atTable(tableId);
};
