import type { ShapeName } from '../shapes.ts';
import type { RequirementId } from './index.ts';
import type { Places } from './places.ts';

type Whole = Places & { readonly own: RequirementId };

/** A message whose whole body belongs to one requirement. */
const whole = (shape: ShapeName, own: RequirementId): Whole => ({ own, shape, places: { '': own }, seen: {} });

const snapshot: ShapeName = 'table-order-snapshot-resolution-result';

/** What a POS sends, by the kind of message it is or answers with, and who answers for it. */
export const posOperations = {
  ActivatePos: whole('activate-pos', 'activation/body'),
  ReportPosHealth: whole('report-pos-health', 'health/body'),
  PosLocationAvailabilityChanged: whole('pos-location-availability-changed', 'events/location-availability'),
  PosOrderTypeAvailabilityChanged: whole('pos-order-type-availability-changed', 'events/order-type-availability'),
  ProductListingsUpdated: whole('product-listings-updated', 'events/listings-updated'),
  TableOrderSnapshotChanged: whole('table-order-snapshot-changed', 'events/table-changed'),
  PutTipRecipientRequest: whole('put-tip-recipient-request', 'tips/put-body'),
  ProductListingsSynced: whole('product-listings-synced', 'listings/synced-body'),
  BillPreparationResult: whole('bill-preparation-result', 'bill/result-body'),
  BillPaymentResult: whole('bill-payment-result', 'payment/result-body'),
  OrderSubmissionResult: {
    own: 'submission/result-body',
    shape: 'order-submission-result',
    places: {
      '': 'submission/result-body',
      '/tableOrderSnapshot': 'submission/snapshot-and-receipt',
      '/receipt': 'submission/snapshot-and-receipt',
    },
    seen: { 'submission/snapshot-and-receipt': '/receipt' },
  },
  TableOrderSnapshotResolutionResult: {
    own: 'table/snapshot-success',
    shape: snapshot,
    places: {
      '': 'table/snapshot-success',
      '/tableSessionContext/closedAt': { owner: 'table/closed-at', absent: 'table/closed-at' },
    },
    seen: { 'table/closed-at': '/tableSessionContext/closedAt' },
    failure: whole(snapshot, 'table/snapshot-failure'),
  },
} as const satisfies Readonly<Record<string, Whole & { readonly failure?: Whole }>>;
