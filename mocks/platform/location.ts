import type { QueueChange } from '#schemas';
import { type Availability, createAvailability, type KeptAvailability } from './availability.ts';
import { type Capability, createCapability } from './capability.ts';
import { awaitsResult, type Command } from './commands.ts';
import { keptMap, openKeptQueue, type StateStore } from './persistence/index.ts';
import type { EventStream } from './event.ts';
import { fromFifoQueue, type QueueBackend } from './queue/backend.ts';
import type { HandedOver } from './queue/handed-over.ts';
import type { FifoQueue } from './queue/fifo-queue.ts';
import { createRemoteQueue } from './queue/remote-queue.ts';
import { createMemory, type Memory, type MemoryOptions, type Retention } from './retention.ts';
import { slotOf } from './slot.ts';
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
  /** The same queue as the gateway sees it. */
  readonly backend: QueueBackend;
  readonly availability: Availability;
  readonly capability: Capability;
  readonly commands: Memory<Command>;
  /** Ids of accepted events, for deduplication. */
  readonly eventIds: Memory<true>;
  readonly tipRecipients: Map<string, TipRecipientRecord>;
  /** The group a prepared bill belongs to, so that its payment follows in order. */
  readonly billGroups: Memory<string>;
  /** Merchant, profile, location and capability are in a state that allows activation. */
  activationAllowed: boolean;
}

export type NewLocation = Pick<Location, 'merchant' | 'integrationProfileId' | 'kind' | 'activationAllowed'>;

export interface LocationDeps {
  readonly clock: { now(): number; after(milliseconds: number, fire: () => void): () => void };
  readonly settings: Settings;
  readonly events: EventStream;
  readonly handedOver: Pick<HandedOver, 'observe'>;
  readonly store: StateStore;
  readonly retention: Retention & { readonly now: () => number };
  /** The seam at which a fault gets hold of a queue. */
  readonly spoilQueue: (queue: FifoQueue, commands: Memory<Command>) => FifoQueue;
}

export const createLocation = (
  location: NewLocation,
  { clock, settings, events, handedOver, store, retention, spoilQueue }: LocationDeps,
): Location => {
  const { integrationProfileId } = location;
  const { region: _, allowChangeVisibility: __, remote, ...queueOptions } = settings.queue;
  const queueName = `${integrationProfileId}.fifo`;
  const ids = { ...retention, most: 10 * retention.most };
  const memory = <Value>(kind: string, options: MemoryOptions<Value>) =>
    createMemory(keptMap<Value>(store, `${kind}/${integrationProfileId}`), options);
  const commands = memory<Command>('command', { ...retention, inUse: awaitsResult });
  const observe = (change: QueueChange): void => {
    handedOver.observe(change);
    events.emit({ kind: 'queue-change', integrationProfileId, change });
  };
  const embedded = () => {
    const queue = spoilQueue(openKeptQueue(store, integrationProfileId, { ...queueOptions, clock, observe }), commands);
    return { queue, backend: fromFifoQueue(queue) };
  };
  const onFailure = (reason: string) => events.emit({ kind: 'queue-failure', integrationProfileId, reason });
  return {
    ...location,
    queueName,
    ...(remote === undefined ? embedded() : createRemoteQueue(remote(queueName), { clock, observe, onFailure })),
    availability: createAvailability(
      slotOf(keptMap<KeptAvailability>(store, `availability/${integrationProfileId}`), 'now'),
    ),
    capability: createCapability({
      clock,
      timeoutMs: settings.timing.healthTimeoutMs,
      kept: slotOf(keptMap<number>(store, `capability/${integrationProfileId}`), 'until'),
      onChange: (available) => events.emit({ kind: 'capability', integrationProfileId, available }),
    }),
    commands,
    eventIds: memory('event', ids),
    tipRecipients: keptMap(store, `tip-recipient/${integrationProfileId}`),
    billGroups: memory('bill-group', ids),
  };
};
