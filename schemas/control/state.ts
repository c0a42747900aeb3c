import type { Money, QueueEnvelope, TipRecipient } from '../shapes/types.gen.ts';
import type { ControlInputs } from './inputs.gen.ts';

/** Table, pickup and delivery ordering; STATION availability gates tables only, not kiosks. */
export type OrderType = 'STATION' | 'PICKUP' | 'DELIVERY';
export type OrderTypeState = 'ACCEPTING' | 'PAUSED';
/** `shop`: an integration that is no POS. */
export type LocationKind = 'pos' | 'shop';

/** Everything the platform knows. Times are epoch milliseconds of its clock, here and in all of the control API. */
export interface PlatformState {
  readonly now: number;
  /** Where tills reach the platform, as far as its host knows. */
  readonly address?: string;
  readonly locations: readonly LocationState[];
}

export interface LocationState {
  readonly integrationProfileId: string;
  /** By which queue faults name it. */
  readonly queueName: string;
  readonly merchantId: string;
  readonly merchantTaxId: string;
  readonly kind: LocationKind;
  readonly activationAllowed: boolean;
  readonly posAvailable: boolean;
  readonly open: boolean;
  readonly orderTypes: Readonly<Record<OrderType, OrderTypeState>>;
  readonly queue: readonly QueuedMessage[];
  readonly commands: readonly CommandRecord[];
  readonly tipRecipients: readonly TipRecipient[];
}

/** What was issued last to whoever works at a location; absent where nothing was yet. */
export interface LocationCredentials {
  readonly api?: { readonly apiKey: string; readonly secret: string };
  readonly queue?: {
    /** Absent where the platform's host does not know where tills reach it. */
    readonly queueUrl?: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
}

export interface QueuedMessage {
  readonly sqsMessageId: string;
  readonly groupId: string;
  readonly messageId: string | undefined;
  readonly messageKind: string | undefined;
  readonly inFlight: boolean;
  readonly receiveCount: number;
  readonly visibleAt: number;
}

/** A command as sent, and what its POS answered. */
export interface CommandRecord {
  readonly envelope: QueueEnvelope;
  readonly groupId: string;
  readonly sentAt: number;
  /** When it was put into the queue once more, the last time. */
  readonly resentAt?: number;
  /** Accepted only; a refused body leaves the command open. */
  readonly result?: unknown;
  readonly resultAt?: number;
}

/** A retry of the same business operation carries the idempotency key of the first; default is the message id. */
export type CommandRequest = ControlInputs['POST /locations/{integrationProfileId}/commands'];

/** What is known of the till a sample is for: ids it knows itself make it do something. */
export interface TillFacts {
  readonly tableIds: readonly string[];
  readonly listingIds: readonly string[];
  /** Bill and amount of the last one that was prepared. */
  readonly bill?: { readonly posBillId: string; readonly amount: Readonly<Money> };
}

/** What waits in the queue of a location, what is in flight, and which message holds back which. */
export interface QueueState {
  readonly waiting: readonly (NamedMessage & { readonly sentAt: number; readonly heldBackBy?: string })[];
  readonly inFlight: readonly (NamedMessage & { readonly receivedAt?: number; readonly visibleAgainAt?: number })[];
}

interface NamedMessage {
  readonly messageId: string;
  readonly messageKind: string;
  readonly sqsMessageId: string;
  readonly groupId: string;
  readonly receiveCount: number;
}
