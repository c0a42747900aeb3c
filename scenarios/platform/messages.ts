import { type AnsweredKind, answeredKinds, commands, schemaOf, type ShapeName } from '#schemas';

const table = { type: 'STATION', stationId: 'T1', stationKind: 'TABLE' };
const payment = {
  oaPaymentId: 'pay-1',
  amount: { value: 1998, currency: 'PLN' },
  paidAt: '2026-11-21T12:00:00Z',
};

type Payload = Readonly<Record<string, unknown>>;

/** All that are answered but Test, whose result depends on the message. An empty object is a bad result of them all. */
export type PairedKind = Exclude<AnsweredKind, 'Test'>;
export const pairedKinds: readonly PairedKind[] = answeredKinds.filter((kind) => kind !== 'Test');

/** A command and two good results: the examples of their schemas. */
export const pairOf = (kind: PairedKind) => {
  const { payload, result } = commands[kind];
  const [made] = examplesOf(payload);
  const [good, other] = examplesOf(result.shape);
  if (made === undefined || good === undefined || other === undefined) throw new Error(`${kind} lacks examples`);
  return {
    payload: made /** A good result. */,
    result: good /** Another good one, to tell the first from a repeat. */,
    other,
  };
};

const examplesOf = (shape: ShapeName): readonly Payload[] => schemaOf(shape)['examples'] as readonly Payload[];

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
