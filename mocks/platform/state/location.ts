import type { CommandRecord } from '#schemas';
import type { QueueBackend } from '../queue/backend.ts';
import type { FifoQueue } from '../queue/fifo/fifo-queue.ts';
import type { Availability } from './availability.ts';
import type { Capability } from './capability.ts';
import type { Memory } from './retention.ts';
import type { TipRecipientRecord } from './tip-recipients.ts';

export interface Merchant {
  readonly merchantId: string;
  readonly merchantTaxId: string;
}

/** A location with its integration profile, of which there is one each. */
export interface Location {
  readonly merchant: Merchant;
  readonly integrationProfileId: string;
  /** `shop`: a non-POS integration, whose credentials may not make the test call. */
  readonly kind: 'pos' | 'shop';
  readonly queueName: string;
  readonly queue: FifoQueue;
  /** The same queue as the gateway sees it. */
  readonly backend: QueueBackend;
  readonly availability: Availability;
  readonly capability: Capability;
  readonly commands: Memory<CommandRecord>;
  /** Ids of accepted events, for deduplication. */
  readonly eventIds: Memory<true>;
  readonly tipRecipients: Memory<TipRecipientRecord>;
  /** The group a prepared bill belongs to, so that its payment follows in order. */
  readonly billGroups: Memory<string>;
  /** Merchant, profile, location and capability are in a state that allows activation. */
  activationAllowed: boolean;
  /** Nothing is waited for any more. */
  readonly close: () => void;
  /** Nothing of it is left in the store. */
  readonly forget: () => void;
}

export type NewLocation = Pick<Location, 'merchant' | 'integrationProfileId' | 'kind' | 'activationAllowed'>;
