import {
  type ControlInput,
  type LocationCredentials,
  type PlatformState,
  type QueueState,
  type TipRecipient,
  parseTimestamp,
  type LocationState,
} from '#schemas';
import { randomInt, randomUUID } from 'node:crypto';
import { issueApiCredentials, queueUrlOf } from '../../api/activate-pos.ts';
import type { EventStream } from '../../calls/event.ts';
import type { LocationChange, OrderTypeChange } from '../../state/availability.ts';
import type { ControlPorts } from '../../state/ports.ts';
import type { Settings } from '../../state/settings.ts';
import type { Location, State } from '../../state/state.ts';
import { confirmTipRecipient, showTipRecipient } from '../../state/tip-recipients.ts';
import { ControlError, operationsOn } from '../declaration/fields.ts';
import { locationIn } from './shop-in.ts';

export interface LocationDeps {
  readonly state: State;
  readonly settings: Pick<Settings, 'timing' | 'queue' | 'publicUrl'>;
  readonly events: Pick<EventStream, 'emit'>;
  readonly clock: { now(): number };
  readonly ports: Pick<ControlPorts, 'address'>;
}

export type LocationControl = ReturnType<typeof createLocationControl>;

export const createLocationControl = ({ state, settings, events, clock, ports }: LocationDeps) => {
  const locationOf = locationIn(state);
  return {
    /** The merchant of this tax id is made when there is none. */
    addLocation({ merchantTaxId, integrationProfileId = randomUUID(), kind = 'pos' }: ControlInput<'POST /locations'>) {
      if (!/^[\w-]{1,70}$/.test(integrationProfileId))
        throw new ControlError(400, 'InvalidId', 'integrationProfileId: up to 70 letters, digits, _ and -.');
      if (state.locations.has(integrationProfileId))
        throw new ControlError(409, 'LocationExists', `There is a location ${integrationProfileId} already.`);
      const known = [...state.merchants.values()].find((candidate) => candidate.merchantTaxId === merchantTaxId);
      const merchant = known ?? { merchantId: randomUUID(), merchantTaxId };
      state.merchants.set(merchant.merchantId, merchant);
      const location = state.createLocation({ merchant, integrationProfileId, kind, activationAllowed: true });
      state.locations.set(integrationProfileId, location);
      return { integrationProfileId, merchantId: merchant.merchantId };
    },
    removeLocation: (id: string): void => state.removeLocation(locationOf(id)),
    issuePin(id: string, lifetimeMs: number = settings.timing.pinLifetimeMs) {
      const location = locationOf(id);
      const free = () => String(randomInt(100_000, 1_000_000));
      let pinCode = free();
      while (state.pins.has(pinCode)) pinCode = free();
      const expiresAt = clock.now() + lifetimeMs;
      state.pins.set(pinCode, { location, expiresAt, consumed: false });
      return { pinCode, expiresAt: new Date(expiresAt).toISOString() };
    },
    /** API credentials without an activation, such as those of a web shop. */
    issueCredentials(id: string) {
      const { apiKey, secret } = issueApiCredentials(locationOf(id), state);
      return { apiKey, secret };
    },
    /** Those of before an activation anew stay good, and are not told. */
    credentials(id: string): LocationCredentials {
      const location = locationOf(id);
      const lastOf = <Issued extends { readonly location: Location }>(all: ReadonlyMap<string, Issued>) =>
        [...all.values()].findLast((each) => each.location === location);
      const api = lastOf(state.apiCredentials);
      const queue = lastOf(state.queueCredentials);
      const address = settings.publicUrl ?? ports.address?.();
      return {
        ...(api && { api: { apiKey: api.apiKey, secret: api.secret } }),
        ...(queue && {
          queue: {
            ...(address !== undefined && { queueUrl: queueUrlOf(address, location) }),
            region: settings.queue.region,
            accessKeyId: queue.accessKeyId,
            secretAccessKey: queue.secretAccessKey,
          },
        }),
      };
    },
    allowActivation(id: string, allowed: boolean): void {
      const location = locationOf(id);
      location.activationAllowed = allowed;
      state.locations.set(id, location);
    },
    setLocation(id: string, { open, effectiveAt = clock.now() }: Partial<LocationChange> & { open: boolean }): void {
      locationOf(id).availability.changeLocation({ open, effectiveAt });
    },
    setOrderType(id: string, change: OrderTypeChange): void {
      locationOf(id).availability.changeOrderType(change);
    },
    /** A staff member confirms in the app, naming the platform's own id of the record. */
    confirmTipRecipient(tipRecipientId: string, identityVerified = true): TipRecipient {
      for (const location of state.locations.values())
        for (const record of location.tipRecipients.values()) {
          if (record.id !== tipRecipientId) continue;
          const confirmed = confirmTipRecipient(record, { identityVerified, now: clock.now() });
          const { integrationProfileId } = location;
          const status = confirmed.ok ? 200 : 409;
          events.emit({ kind: 'tip-recipient', integrationProfileId, action: 'confirm', status });
          if (!confirmed.ok) throw new ControlError(409, 'ConfirmationRejected', confirmed.reason);
          location.tipRecipients.set(record.externalTipRecipientId, confirmed.record);
          return showTipRecipient(confirmed.record, location);
        }
      throw new ControlError(404, 'UnknownTipRecipient', `There is no tip recipient ${tipRecipientId}.`);
    },
    queue: (id: string): QueueState => queueState(locationOf(id), clock.now()),
    describe(): PlatformState {
      const address = ports.address?.();
      return {
        now: clock.now(),
        ...(address !== undefined && { address }),
        locations: [...state.locations.values()].map((each) => locationState(each, clock.now())),
      };
    },
  };
};

/** Locations: who may activate there, what they take, and what stands in their queues. */
export const locationOperations = operationsOn<LocationControl>()({
  'GET /state': (control) => control.describe(),
  'POST /locations': (control, location) => control.addLocation(location),
  'DELETE /locations/{integrationProfileId}': (control, { integrationProfileId }) =>
    control.removeLocation(integrationProfileId),
  'POST /locations/{integrationProfileId}/pins': (control, { integrationProfileId, lifetimeMs }) =>
    control.issuePin(integrationProfileId, lifetimeMs),
  'GET /locations/{integrationProfileId}/credentials': (control, { integrationProfileId }) =>
    control.credentials(integrationProfileId),
  'POST /locations/{integrationProfileId}/credentials': (control, { integrationProfileId }) =>
    control.issueCredentials(integrationProfileId),
  'PUT /locations/{integrationProfileId}/activation': (control, { integrationProfileId, allowed }) =>
    control.allowActivation(integrationProfileId, allowed),
  'PUT /locations/{integrationProfileId}/availability'(control, { integrationProfileId, open, effectiveAt }) {
    const at = timeField(effectiveAt);
    return control.setLocation(integrationProfileId, { open, ...(at !== undefined && { effectiveAt: at }) });
  },
  'PUT /locations/{integrationProfileId}/orderTypes'(
    control,
    { integrationProfileId, orderType, state, effectiveUntil },
  ) {
    const until = timeField(effectiveUntil);
    const change = { orderType, state, ...(until !== undefined && { effectiveUntil: until }) };
    return control.setOrderType(integrationProfileId, change);
  },
  'POST /tipRecipients/{id}/confirm': (control, { id, identityVerified }) =>
    control.confirmTipRecipient(id, identityVerified),
  'GET /locations/{integrationProfileId}/queue': (control, { integrationProfileId }) =>
    control.queue(integrationProfileId),
});

/** Epoch milliseconds of an ISO 8601 time. */
const timeField = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const at = parseTimestamp(text);
  if (at === undefined) throw new ControlError(400, 'InvalidBody', `${text} is no ISO 8601 time.`);
  return at.epochMs;
};

type Stored = ReturnType<Location['queue']['contents']>[number];

/** A location's queue as an operator wants to see it; times are epoch milliseconds on the platform's clock. */
export const queueState = ({ queue }: Pick<Location, 'queue'>, now: number) => {
  const contents = queue.contents();
  // A queue elsewhere keeps to itself when a message is visible again.
  const isHidden = ({ inFlight, visibleAt }: Stored): boolean => inFlight && (visibleAt === 0 || visibleAt > now);
  // Later messages of a group wait for the first that is received and not deleted.
  const holders = new Map<string, Stored>();
  for (const stored of contents)
    if (isHidden(stored) && !holders.has(stored.message.groupId)) holders.set(stored.message.groupId, stored);
  return {
    waiting: contents
      .filter((stored) => !isHidden(stored))
      .map((stored) => {
        const { message, receiveCount } = stored;
        const holder = holders.get(message.groupId);
        const isHeld = holder !== undefined && holder.message.sequence < message.sequence;
        return { ...named(stored), sentAt: message.sentAt, receiveCount, ...(isHeld && { heldBackBy: idOf(holder) }) };
      }),
    inFlight: contents.filter(isHidden).map((stored) => ({
      ...named(stored),
      ...(stored.receivedAt > 0 && { receivedAt: stored.receivedAt }),
      ...(stored.visibleAt > 0 && { visibleAgainAt: stored.visibleAt }),
      receiveCount: stored.receiveCount,
    })),
  };
};

const named = (stored: Stored) => ({
  messageId: idOf(stored),
  messageKind: attribute(stored, 'messageKind'),
  sqsMessageId: stored.message.messageId,
  groupId: stored.message.groupId,
});

const idOf = (stored: Stored): string => attribute(stored, 'messageId');
const attribute = ({ message }: Stored, name: string): string => String(Object(message.attributes[name]).stringValue);

export const locationState = (location: Location, now: number): LocationState => ({
  integrationProfileId: location.integrationProfileId,
  queueName: location.queueName,
  ...location.merchant,
  kind: location.kind,
  activationAllowed: location.activationAllowed,
  posAvailable: location.capability.isAvailable(),
  open: location.availability.isOpen(now),
  orderTypes: {
    STATION: location.availability.stateOf('STATION', now),
    PICKUP: location.availability.stateOf('PICKUP', now),
    DELIVERY: location.availability.stateOf('DELIVERY', now),
  },
  queue: location.queue.contents().map(({ message, inFlight, receiveCount, visibleAt }) => ({
    sqsMessageId: message.messageId,
    groupId: message.groupId,
    messageId: Object(message.attributes['messageId']).stringValue,
    messageKind: Object(message.attributes['messageKind']).stringValue,
    inFlight,
    receiveCount,
    visibleAt,
  })),
  commands: [...location.commands.values()],
  tipRecipients: [...location.tipRecipients.values()].map((record) => showTipRecipient(record, location)),
});
