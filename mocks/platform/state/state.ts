import type { QueueChange, CommandRecord } from '#schemas';
import { type ByteBudget, createByteBudget } from '#traffic';
import type { EventStream } from '../calls/event.ts';
import { fromFifoQueue } from '../queue/backend.ts';
import type { FifoQueue } from '../queue/fifo/fifo-queue.ts';
import type { HandedOver } from '../queue/handed-over.ts';
import { createRemoteQueue } from '../queue/remote/remote-queue.ts';
import { createAvailability, type KeptAvailability } from './availability.ts';
import { createCapability } from './capability.ts';
import { awaitsResult } from './commands.ts';
import type { Location, Merchant, NewLocation } from './location.ts';
import { forgetKeptQueue, keptMap, openKeptQueue, type StateStore } from '../persistence/index.ts';
import { createMemory, type Memory, type MemoryOptions, type Retention } from './retention.ts';
import type { Settings } from './settings.ts';
import { slotOf } from './slot.ts';
import type { TipRecipientRecord } from './tip-recipients.ts';

export type { Location, Merchant } from './location.ts';

export interface Pin {
  readonly location: Location;
  readonly expiresAt: number;
  readonly consumed: boolean;
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

/** Everything the platform knows. Nothing in it is reachable from another merchant's credentials. */
export type State = ReturnType<typeof createState>;

export const createState = (deps: Omit<LocationDeps, 'retention' | 'budget'>) => {
  const { store, clock, settings } = deps;
  const retention = { ...settings.retention, now: () => clock.now() };
  const budget = createByteBudget();
  const ids = { ...retention, most: 10 * retention.most };
  const merchants = keptMap<Merchant>(store, 'merchant');
  const open = (location: NewLocation): Location => createLocation(location, { ...deps, retention, budget });

  const locations = keptMap<Location>(store, 'location', {
    toRow: ({ merchant, integrationProfileId, kind, activationAllowed }) => ({
      merchantId: merchant.merchantId,
      integrationProfileId,
      kind,
      activationAllowed,
    }),
    fromRow(row) {
      const { merchantId, ...location } = row as Omit<NewLocation, 'merchant'> & { readonly merchantId: string };
      return open({ ...location, merchant: existing(merchants, merchantId) });
    },
  });
  const ofLocation = <Value extends { readonly location: Location }>(kind: string) =>
    keptMap<Value>(store, kind, {
      toRow: ({ location, ...rest }) => ({ ...rest, location: location.integrationProfileId }),
      fromRow(row) {
        const { location, ...rest } = row as { readonly location: string };
        return { ...rest, location: existing(locations, location) } as unknown as Value;
      },
    });
  const pins = ofLocation<Pin>('pin');
  const apiCredentials = ofLocation<ApiCredentials>('api-credentials');
  const queueCredentials = ofLocation<QueueCredentials>('queue-credentials');
  const retired: string[] = [];
  return {
    merchants,
    /** By integration profile id. Set a location again once something of its own has changed. */
    locations,
    pins: createMemory(pins, ids),
    apiCredentials,
    queueCredentials,
    /** Keys of locations that were removed: what was recorded before still names them. */
    retired,
    /** Ids of the baskets a user is shown. */
    baskets: createMemory(keptMap<true>(store, 'basket'), ids),
    createLocation: open,
    /** With its PINs, its credentials and what is in its queue. */
    removeLocation(location: Location) {
      const isIts = ([, value]: readonly [string, { readonly location: Location }]) => value.location === location;
      location.close();
      store.atomically(() => {
        // Whoever refers to it goes first.
        for (const [pinCode] of [...pins].filter(isIts)) pins.delete(pinCode);
        for (const [apiKey, { secret }] of [...apiCredentials].filter(isIts)) {
          retired.push(apiKey, secret);
          apiCredentials.delete(apiKey);
        }
        for (const [accessKeyId, { secretAccessKey }] of [...queueCredentials].filter(isIts)) {
          retired.push(accessKeyId, secretAccessKey);
          queueCredentials.delete(accessKeyId);
        }
        location.forget();
        locations.delete(location.integrationProfileId);
      });
    },
  };
};

const existing = <Value>(map: ReadonlyMap<string, Value>, id: string): Value => {
  const value = map.get(id);
  if (value === undefined) throw new Error(`the kept state refers to ${id}, which is not in it`);
  return value;
};

interface LocationDeps {
  readonly clock: { now(): number; after(milliseconds: number, fire: () => void): () => void };
  readonly settings: Settings;
  readonly events: EventStream;
  readonly handedOver: Pick<HandedOver, 'observe'>;
  readonly store: StateStore;
  readonly retention: Retention & { readonly now: () => number };
  readonly budget: ByteBudget;
  /** The seam at which a fault gets hold of a queue. */
  readonly decorateQueue: (queue: FifoQueue, commands: Memory<CommandRecord>) => FifoQueue;
}

/** Between a command's time and that of its message, at most. */
const betweenMs = 1000;

const createLocation = (
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
  const mayBeQueued = ({ sentAt, resentAt = sentAt }: CommandRecord): boolean => {
    const oldest = opened.queue.oldestSentAt();
    return oldest !== undefined && resentAt + betweenMs >= oldest;
  };
  const commands = memory<CommandRecord>('command', {
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
