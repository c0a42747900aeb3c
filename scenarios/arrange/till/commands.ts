import {
  type BillPaymentCompleted,
  type BillPaymentFailed,
  type BillPreparationRequested,
  type MenuCheckpoint,
  type Money,
  type OrderContext,
  type OrderItem,
  type OrderSubmissionRequested,
  type Payment,
  type PosBillingDetails,
  type ProductListingsSyncRequested,
  type TableOrderSnapshotRequested,
  parseTimestamp,
} from '#schemas';
import { lineIdOf, writtenLineId } from '#traffic/laws';
import { type Buyer, buyerFrom } from '../buyer.ts';
import { freshId } from '../identity.ts';

/** A command of the platform, ready to be sent. */
export interface Commanded<Kind extends string, Payload> {
  readonly messageKind: Kind;
  readonly payload: Payload;
}

/** Null asks for all listings; a checkpoint goes back just as the till gave it. */
export const listingsSync = (
  checkpoint: MenuCheckpoint | null = null,
): Commanded<'ProductListingsSyncRequested', ProductListingsSyncRequested> => ({
  messageKind: 'ProductListingsSyncRequested',
  payload: { checkpoint },
});

export const tableSnapshot = (
  tableId: string,
  checkpoint?: string,
): Commanded<'TableOrderSnapshotRequested', TableOrderSnapshotRequested> => ({
  messageKind: 'TableOrderSnapshotRequested',
  payload: { tableId, ...(checkpoint === undefined ? {} : { checkpoint }) },
});

/** What an order is for, in a word. */
export const contextName = (context: OrderContext): string =>
  context.type === 'STATION' ? context.stationKind : context.type;

export const atTable = (tableId: string): OrderContext => ({
  type: 'STATION',
  stationId: tableId,
  stationKind: 'TABLE',
});

export const atKiosk = (stationId: string): OrderContext => ({ type: 'STATION', stationId, stationKind: 'KIOSK' });

/** Made up from the text alone, but for what is `known`: pass the run's seed and what the order is for. */
export const forPickup = (text: string, known: Partial<Buyer> = {}): OrderContext => {
  const buyer = { ...buyerFrom(text), ...known };
  return { type: 'PICKUP', pickupDetails: contactOf(buyer), customerNote: buyer.notes };
};

export const forDelivery = (text: string, known: Partial<Buyer> = {}): OrderContext => {
  const buyer = { ...buyerFrom(text), ...known };
  return {
    type: 'DELIVERY',
    deliveryDetails: { address: addressOf(buyer), contact: contactOf(buyer), courierHint: buyer.notes },
  };
};

/** The shape of an item is not finalised (assume/unfinalised-shapes): this is the documented default. */
export const item = (listingId: string, quantity = 1, unitPrice?: Money): OrderItem => ({
  listingId,
  quantity,
  ...(unitPrice === undefined ? {} : { unitPrice }),
});

/** With a payment the order is prepaid. */
export const orderSubmission = (
  orderContext: OrderContext,
  items: readonly OrderItem[],
  payment?: Payment,
): Commanded<'OrderSubmissionRequested', OrderSubmissionRequested> => ({
  messageKind: 'OrderSubmissionRequested',
  payload: { orderContext, items: [...items], ...(payment === undefined ? {} : { payment }) },
});

/** A payment nobody has heard of before. */
export const paymentOf = (amount: Money, paidAtMs: number): Payment => ({
  oaPaymentId: freshId(),
  amount,
  paidAt: new Date(paidAtMs).toISOString(),
});

/** `items`: selectors of the lines that are paid now; absent for the whole bill. */
export const billPreparation = (
  orderContext: OrderContext,
  options: { readonly checkpoint?: string | undefined; readonly items?: readonly BillSelector[] | undefined } = {},
): Commanded<'BillPreparationRequested', BillPreparationRequested> => {
  const { checkpoint, items } = options;
  return {
    messageKind: 'BillPreparationRequested',
    payload: {
      orderContext,
      // What a till wrote in another way than ISO 8601 cannot be sent back to it, and is told where it was read.
      ...(checkpoint === undefined || parseTimestamp(checkpoint) === undefined ? {} : { checkpoint }),
      ...(items === undefined ? {} : { items: [...items] }),
    },
  };
};

export type BillSelector = NonNullable<BillPreparationRequested['items']>[number];

/** The default selectors of lines of `tableOrderSnapshot.lines`, by the identifiers as the till writes them there, be they numbers. */
export const lineSelectors = (
  ids: readonly string[] | undefined,
  lines: readonly unknown[] = [],
): readonly BillSelector[] | undefined =>
  ids?.map((id) => ({ lineId: writtenLineId(lines.find((line) => lineIdOf(line) === id)) ?? id }));

export const billPaymentCompleted = (
  posBillId: string,
  payment: Payment,
  billingDetails?: PosBillingDetails,
): Commanded<'BillPaymentCompleted', BillPaymentCompleted> => ({
  messageKind: 'BillPaymentCompleted',
  payload: { payment, posBillId, ...(billingDetails === undefined ? {} : { billingDetails }) },
});

export const billPaymentFailed = (
  posBillId: string,
  reasonCode = 'PAYMENT_DECLINED',
): Commanded<'BillPaymentFailed', BillPaymentFailed> => ({
  messageKind: 'BillPaymentFailed',
  payload: { posBillId, reasonCode },
});

/** Data for an invoice, made up from the text alone. */
export const billingDetailsFrom = (text: string): PosBillingDetails => {
  const buyer = buyerFrom(text);
  return { taxId: buyer.taxId, companyName: buyer.companyName, address: addressOf(buyer) };
};

const contactOf = ({ firstName, lastName, phoneNumber }: Buyer) => ({ name: `${firstName} ${lastName}`, phoneNumber });

const addressOf = ({ country, city, postalCode, street, streetNo, apartmentNo }: Buyer) => ({
  country,
  city,
  postalCode,
  street,
  streetNo,
  apartmentNo,
});
