import type { CommandKind } from '#schemas';

const at = '2026-11-21T12:00:00Z';
const table = { type: 'STATION', stationId: 'T1', stationKind: 'TABLE' };
const amount = { value: 1998, currency: 'PLN' };
const payment = { oaPaymentId: 'pay-1', amount, paidAt: at };
const snapshot = { tableId: 'T1', status: 'OPEN', lines: [], totals: { total: amount }, payments: [], updatedAt: at };
const session = { locationId: 'loc-1', tableId: 'T1', tableNumber: '7', status: 'OPEN', openedAt: at };

type Payload = Readonly<Record<string, unknown>>;

interface Pair {
  readonly payload: Payload;
  /** A good result. */
  readonly result: Payload;
  /** Another good one, to tell the first from a repeat. */
  readonly other: Payload;
}

/** A command of every kind that is answered, with two good results each. An empty object is a bad result of them all. */
export const pairs: Readonly<Record<Exclude<CommandKind, 'Test' | 'BillPaymentFailed'>, Pair>> = {
  ProductListingsSyncRequested: {
    payload: { checkpoint: null },
    result: { checkpoint: { timestamp: at, listingId: 'L1' }, listings: [] },
    other: { checkpoint: { timestamp: at, listingId: 'L2' }, listings: [] },
  },
  TableOrderSnapshotRequested: {
    payload: { tableId: 'T1' },
    result: { success: true, tableSessionContext: session, tableOrderSnapshot: snapshot },
    other: { success: false, reasonCode: 'UNKNOWN_TABLE', retryable: false },
  },
  OrderSubmissionRequested: {
    payload: { orderContext: table, items: [{ listingId: 'L1', quantity: 1 }] },
    result: { success: true, acceptedItems: [{ listingId: 'L1', quantity: 1 }] },
    other: { success: false, rejectedItems: [{ reasonCode: 'OUT_OF_STOCK' }] },
  },
  BillPreparationRequested: {
    payload: { orderContext: table },
    result: { success: true, bill: { posBillId: 'B1', totals: { total: amount }, preparedAt: at } },
    other: { success: false, reasonCode: 'NO_OPEN_BILL', retryable: false },
  },
  BillPaymentCompleted: {
    payload: { payment, posBillId: 'B1' },
    result: { success: true, receipt: { receiptNumber: 'R-1', issuedAt: at } },
    other: { success: false, reasonCode: 'UNKNOWN_BILL', retryable: false },
  },
};

export type OrderKind = 'TABLE' | 'KIOSK' | 'PICKUP' | 'DELIVERY';

/** A new order of this kind. */
export const newOrder = (
  kind: OrderKind,
): { readonly messageKind: 'OrderSubmissionRequested'; readonly payload: Payload } => {
  const contexts: Readonly<Record<OrderKind, Payload>> = {
    TABLE: table,
    KIOSK: { type: 'STATION', stationId: 'K1', stationKind: 'KIOSK' },
    PICKUP: { type: 'PICKUP', pickupDetails: {} },
    DELIVERY: { type: 'DELIVERY', deliveryDetails: {} },
  };
  const items = [{ listingId: 'L1', quantity: 1 }];
  return { messageKind: 'OrderSubmissionRequested', payload: { orderContext: contexts[kind], items, payment } };
};
