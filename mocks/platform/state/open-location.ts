import type { QueueChange } from '#schemas';
import type { ByteBudget } from '#traffic';
import { createAvailability, type KeptAvailability } from './availability.ts';
import { createCapability } from './capability.ts';
import { awaitsResult, type Command } from './commands.ts';
import { forgetKeptQueue, keptMap, openKeptQueue, type StateStore } from '../persistence/index.ts';
import type { EventStream } from '../calls/event.ts';
import { fromFifoQueue } from '../queue/backend.ts';
import type { HandedOver } from '../queue/handed-over.ts';
import type { FifoQueue } from '../queue/fifo/fifo-queue.ts';
import { createRemoteQueue } from '../queue/remote/remote-queue.ts';
import { createMemory, type Memory, type MemoryOptions, type Retention } from './retention.ts';
import { slotOf } from './slot.ts';
import type { Settings } from './settings.ts';
import type { Location, NewLocation } from './location.ts';
import type { TipRecipientRecord } from './tip-recipients.ts';

export interface LocationDeps {
  readonly clock: { now(): number; after(milliseconds: number, fire: () => void): () => void };
  readonly settings: Settings;
  readonly events: EventStream;
  readonly handedOver: Pick<HandedOver, 'observe'>;
  readonly store: StateStore;
  readonly retention: Retention & { readonly now: () => number };
  readonly budget: ByteBudget;
  /** The seam at which a fault gets hold of a queue. */
  readonly decorateQueue: (queue: FifoQueue, commands: Memory<Command>) => FifoQueue;
}

/** Between a command's time and that of its message, at most. */
const betweenMs = 1000;

export const createLocation = (
  location: NewLocation,
  { clock, settings, events, handedOver, store, retention, budget, decorateQueue }: LocationDeps,
): Location => {
  const { integrationProfileId } = location;
  const { region: _, allowChangeVisibility: __, remote, ...queueOptions } = settings.queue;
  const queueName = `${integrationProfileId}.fifo`;
  const ids = { ...retention, most: 10 * retention.most };
  const availability = keptMap<KeptAvailability>(store, `availability/${integrationProfileId}`);
  const capability = keptMap<number>(store, `capability/${integrationProfileId}`);
  const memory = <Value>(kind: string, options: MemoryOptions<Value>) =>
    createMemory(keptMap<Value>(store, `${kind}/${integrationProfileId}`), options);
  /** A till may answer what is in the queue, however often it has. */
  const mayBeQueued = ({ sentAt, resentAt = sentAt }: Command): boolean => {
    const oldest = opened.queue.oldestSentAt();
    return oldest !== undefined && resentAt + betweenMs >= oldest;
  };
  const commands = memory<Command>('command', {
    ...retention,
    inUse: (command) => awaitsResult(command) || mayBeQueued(command),
    budget,
    lighten: ({ result: _, ...command }) => command,
  });
  const observe = (change: QueueChange): void => {
    handedOver.observe(change);
    events.emit({ kind: 'queue-change', integrationProfileId, change });
  };
  const embedded = () => {
    const queue = decorateQueue(
      openKeptQueue(store, integrationProfileId, { ...queueOptions, clock, observe }),
      commands,
    );
    return { queue, backend: fromFifoQueue(queue) };
  };
  const onFailure = (reason: string) => events.emit({ kind: 'queue-failure', integrationProfileId, reason });
  const opened = {
    ...location,
    queueName,
    ...(remote === undefined ? embedded() : createRemoteQueue(remote(queueName), { clock, observe, onFailure })),
    availability: createAvailability(slotOf(availability, 'now')),
    capability: createCapability({
      clock,
      timeoutMs: settings.timing.healthTimeoutMs,
      kept: slotOf(capability, 'until'),
      onChange: (available) => events.emit({ kind: 'capability', integrationProfileId, available }),
    }),
    commands,
    eventIds: memory<true>('event', ids),
    // Staff stay for years: only their number and size are bounded.
    tipRecipients: memory<TipRecipientRecord>('tip-recipient', { ...ids, keepMs: Number.POSITIVE_INFINITY, budget }),
    billGroups: memory<string>('bill-group', ids),
  };
  return {
    ...opened,
    close() {
      opened.queue.close();
      opened.capability.close();
    },
    forget() {
      for (const each of [availability, capability, commands, opened.eventIds, opened.tipRecipients, opened.billGroups])
        each.clear();
      forgetKeptQueue(store, integrationProfileId);
    },
  };
};
