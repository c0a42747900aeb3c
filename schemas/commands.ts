import type { RequirementId } from './requirements/index.ts';
import type { ShapeName } from './shapes/names.ts';

/** As what a body is judged, and the requirement that owns all of it that no narrower one does. */
export interface Judged {
  readonly as: string;
  readonly owner: RequirementId;
}

interface Command {
  readonly payload: ShapeName;
  /** The callback that answers it; absent where none is to come. */
  readonly result?: {
    readonly shape: ShapeName;
    /** Absent where the register says nothing about it. */
    readonly judged?: Judged;
  };
  /** `open`: for a location that takes orders. `healthy`: for a POS that reports its health. */
  readonly sentTo: 'open' | 'healthy' | 'any';
  /**
   * What a second result for the same message has to share with the first: all of it where it tells of something done, the
   * bill that was prepared, whether it was a success where it only tells of a state, which may have changed in between.
   */
  readonly again: 'result' | 'bill' | 'success' | 'nothing';
}

/** What was received and not deleted by then is delivered again. Limits › queue visibility timeout. */
export const visibilityMs = 30_000;

/** Platform-to-POS commands by messageKind. Endpoints › Queue delivery › Message pairs */
export const commands = {
  ProductListingsSyncRequested: {
    payload: 'product-listings-sync-requested',
    result: {
      shape: 'product-listings-synced',
      judged: { as: 'ProductListingsSynced', owner: 'listings/synced-body' },
    },
    sentTo: 'healthy',
    again: 'nothing',
  },
  TableOrderSnapshotRequested: {
    payload: 'table-order-snapshot-requested',
    result: {
      shape: 'table-order-snapshot-resolution-result',
      judged: { as: 'TableOrderSnapshotResolutionResult', owner: 'table/snapshot-success' },
    },
    sentTo: 'healthy',
    again: 'success',
  },
  OrderSubmissionRequested: {
    payload: 'order-submission-requested',
    result: {
      shape: 'order-submission-result',
      judged: { as: 'OrderSubmissionResult', owner: 'submission/result-body' },
    },
    sentTo: 'open',
    again: 'result',
  },
  BillPreparationRequested: {
    payload: 'bill-preparation-requested',
    result: { shape: 'bill-preparation-result', judged: { as: 'BillPreparationResult', owner: 'bill/result-body' } },
    sentTo: 'healthy',
    again: 'bill',
  },
  BillPaymentCompleted: {
    payload: 'bill-payment-completed',
    result: { shape: 'bill-payment-result', judged: { as: 'BillPaymentResult', owner: 'payment/result-body' } },
    sentTo: 'healthy',
    again: 'result',
  },
  // Events: followed by no result.
  BillPaymentFailed: { payload: 'bill-payment-failed', sentTo: 'healthy', again: 'nothing' },
  // The test round trip is how a POS finds out whether it is connected at all.
  Test: { payload: 'test', result: { shape: 'test-callback' }, sentTo: 'any', again: 'result' },
} as const satisfies Readonly<Record<string, Command>>;

type Commands = typeof commands;
export type CommandKind = keyof Commands;
/** Of commands that are answered. */
export type AnsweredKind = {
  [Kind in CommandKind]: Commands[Kind] extends { readonly result: unknown } ? Kind : never;
}[CommandKind];
type JudgedAs<Row> = Row extends { readonly result: { readonly judged: { readonly as: infer Name } } } ? Name : never;
export type ResultOperation = JudgedAs<Commands[CommandKind]>;

export const commandKinds = Object.keys(commands) as readonly CommandKind[];
export const isCommandKind = (kind: string): kind is CommandKind => Object.hasOwn(commands, kind);
/** A row with the widened type. */
export const command = (kind: CommandKind): Command => commands[kind];
export const answeredKinds: readonly AnsweredKind[] = commandKinds.filter(
  (kind): kind is AnsweredKind => command(kind).result !== undefined,
);

/** The shape of the callback to a command, or undefined where none is to come. */
export const resultShapeOf = (kind: CommandKind): ShapeName | undefined => command(kind).result?.shape;

interface Event {
  readonly shape: ShapeName;
  /** The requirement that owns its body. */
  readonly owner: RequirementId;
}

/** POS-to-platform events by messageKind, each at the path of its kind; ReportPosHealth is a call of its own. Events */
export const events = {
  PosLocationAvailabilityChanged: { shape: 'pos-location-availability-changed', owner: 'events/location-availability' },
  PosOrderTypeAvailabilityChanged: {
    shape: 'pos-order-type-availability-changed',
    owner: 'events/order-type-availability',
  },
  ProductListingsUpdated: { shape: 'product-listings-updated', owner: 'events/listings-updated' },
  TableOrderSnapshotChanged: { shape: 'table-order-snapshot-changed', owner: 'events/table-changed' },
} as const satisfies Readonly<Record<string, Event>>;
export type EventKind = keyof typeof events;
export const eventKinds = Object.keys(events) as readonly EventKind[];
export const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(events, kind);
