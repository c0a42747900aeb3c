import type { ShapeName } from './shapes.ts';

interface Command {
  readonly payload: ShapeName;
  /** Shape of the callback that answers it; BillPaymentFailed is answered by none. */
  readonly result?: ShapeName;
}

/** Platform-to-POS commands by messageKind. Endpoints › Queue delivery › Message pairs */
export const commandShapes = {
  ProductListingsSyncRequested: { payload: 'product-listings-sync-requested', result: 'product-listings-synced' },
  TableOrderSnapshotRequested: {
    payload: 'table-order-snapshot-requested',
    result: 'table-order-snapshot-resolution-result',
  },
  OrderSubmissionRequested: { payload: 'order-submission-requested', result: 'order-submission-result' },
  BillPreparationRequested: { payload: 'bill-preparation-requested', result: 'bill-preparation-result' },
  BillPaymentCompleted: { payload: 'bill-payment-completed', result: 'bill-payment-result' },
  BillPaymentFailed: { payload: 'bill-payment-failed' },
  Test: { payload: 'test', result: 'test-callback' },
} as const satisfies Readonly<Record<string, Command>>;
export type CommandKind = keyof typeof commandShapes;
export const commandKinds = Object.keys(commandShapes) as readonly CommandKind[];

/** The shape of the callback to a command, or undefined where none is to come. */
export const resultShapeOf = (kind: CommandKind): ShapeName | undefined => {
  const command: Command = commandShapes[kind];
  return command.result;
};

/** POS-to-platform events by messageKind. ReportPosHealth has a path of its own. */
export const eventShapes = {
  ReportPosHealth: 'report-pos-health',
  PosLocationAvailabilityChanged: 'pos-location-availability-changed',
  PosOrderTypeAvailabilityChanged: 'pos-order-type-availability-changed',
  ProductListingsUpdated: 'product-listings-updated',
  TableOrderSnapshotChanged: 'table-order-snapshot-changed',
} as const satisfies Readonly<Record<string, ShapeName>>;
export type EventKind = keyof typeof eventShapes;
export const eventKinds = Object.keys(eventShapes) as readonly EventKind[];
