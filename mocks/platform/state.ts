import { type Availability, createAvailability } from './availability.ts';
import { type Capability, createCapability } from './capability.ts';
import type { Command } from './commands.ts';
import type { EventStream } from './event.ts';
import { createFifoQueue, type FifoQueue } from './queue/fifo-queue.ts';
import type { Settings } from './settings.ts';
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
  readonly availability: Availability;
  readonly capability: Capability;
  readonly commands: Map<string, Command>;
  /** Ids of accepted events, for deduplication. */
  readonly eventIds: Set<string>;
  readonly tipRecipients: Map<string, TipRecipientRecord>;
  /** The group a prepared bill belongs to, so that its payment follows in order. */
  readonly billGroups: Map<string, string>;
  /** Merchant, profile, location and capability are in a state that allows activation. */
  activationAllowed: boolean;
}

export interface Pin {
  readonly location: Location;
  readonly expiresAt: number;
  consumed: boolean;
}

export interface ApiCredentials {
  readonly apiKey: string;
  readonly secret: string;
  readonly location: Location;
}

export interface QueueCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly location: Location;
}

/** Everything the platform knows; volatile. Nothing in it is reachable from another merchant's credentials. */
export interface State {
  readonly merchants: Map<string, Merchant>;
  /** By integration profile id. */
  readonly locations: Map<string, Location>;
  readonly pins: Map<string, Pin>;
  readonly apiCredentials: Map<string, ApiCredentials>;
  readonly queueCredentials: Map<string, QueueCredentials>;
}

export const createState = (): State => ({
  merchants: new Map(),
  locations: new Map(),
  pins: new Map(),
  apiCredentials: new Map(),
  queueCredentials: new Map(),
});

interface NewLocation {
  readonly merchant: Merchant;
  readonly integrationProfileId: string;
  readonly kind: Location['kind'];
}

interface LocationDeps {
  readonly clock: { now(): number; after(milliseconds: number, fire: () => void): () => void };
  readonly settings: Settings;
  readonly events: EventStream;
}

export const createLocation = (location: NewLocation, { clock, settings, events }: LocationDeps): Location => {
  const { integrationProfileId } = location;
  const { region: _, allowChangeVisibility: __, ...queueOptions } = settings.queue;
  return {
    ...location,
    queueName: `${integrationProfileId}.fifo`,
    queue: createFifoQueue({
      ...queueOptions,
      clock,
      observe: (change) => events.emit({ kind: 'queue-change', integrationProfileId, change }),
    }),
    availability: createAvailability(),
    capability: createCapability({
      clock,
      timeoutMs: settings.timing.healthTimeoutMs,
      onChange: (available) => events.emit({ kind: 'capability', integrationProfileId, available }),
    }),
    commands: new Map(),
    eventIds: new Set(),
    tipRecipients: new Map(),
    billGroups: new Map(),
    activationAllowed: true,
  };
};
