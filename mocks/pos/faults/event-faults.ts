import { randomUUID } from 'node:crypto';
import { isObject, type Json, textIn } from '../../json.ts';
import type { PlatformCall } from '../connection/call.ts';
import { eventBodyFaults, onCall } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

const unsent = { status: 204, body: null } as const;

const identifiedBy = (newId: () => string | undefined): TillDecorator =>
  onCall('event', () => (call, transmit) => {
    const id = newId();
    return transmit({ ...call, headers: id === undefined ? {} : { 'X-Message-Id': id } });
  });

/** Swallows events of a kind. */
const swallowing = (swallows: (call: PlatformCall) => boolean): TillDecorator =>
  onCall('event', () => async (call, transmit) => (swallows(call) ? unsent : transmit(call)));

const isLocation = ({ path }: PlatformCall): boolean => path.endsWith('/PosLocationAvailabilityChanged');

const firstOf = (list: Json | undefined): Json => (Array.isArray(list) ? (list[0] ?? null) : null);

/** News that nobody can use. */
export const eventFaults = {
  ...eventBodyFaults('PosLocationAvailabilityChanged', {
    'event:open-as-text': [
      'open is a text',
      'events/location-availability',
      '/open',
      (old) => (old === true ? 'true' : 'false'),
    ],
    'event:closed-for-open': [
      'says closed where open is asked for',
      'events/location-availability',
      '',
      (_, __, { open, ...body }) => ({ ...body, closed: open !== true }),
    ],
  }),
  ...eventBodyFaults('PosOrderTypeAvailabilityChanged', {
    'event:own-state': [
      'order types are ON and OFF',
      'events/order-type-availability',
      '/changes/*/state',
      (old) => (old === 'PAUSED' ? 'OFF' : 'ON'),
    ],
    'event:one-change': [
      'sends one change instead of a list',
      'events/order-type-availability',
      '',
      (_, __, { changes }) => firstOf(changes),
    ],
  }),
  ...eventBodyFaults('ProductListingsUpdated', {
    'event:one-listing': ['sends one listing instead of a list', 'events/listings-updated', '/listings', firstOf],
    'event:bare-listings': [
      'sends the list of listings bare',
      'events/listings-updated',
      '',
      (_, __, { listings }) => listings,
    ],
  }),
  ...eventBodyFaults('TableOrderSnapshotChanged', {
    'event:lower-case-change': [
      'writes change types in small letters',
      'events/table-changed',
      '/changeType',
      (old) => textIn(old).toLowerCase(),
    ],
    'event:no-diff': ['says that a table changed, not how', 'events/table-changed', '/diff'],
  }),
  'event:one-id': {
    title: 'all events carry the same identifier',
    breaks: ['events/unique-message-id'],
    decorate: identifiedBy(() => 'pos-event'),
  },
  'event:new-id-on-retry': {
    title: 'a repeated event carries a new identifier',
    breaks: ['events/unique-message-id'],
    decorate: identifiedBy(() => randomUUID()),
  },
  'event:no-id': {
    title: 'events carry no identifier',
    breaks: ['events/unique-message-id'],
    decorate: identifiedBy(() => undefined),
  },
  'event:location-unsaid': {
    title: 'keeps to itself that the location opened or closed',
    breaks: ['events/change-is-pushed'],
    decorate: swallowing(isLocation),
  },
  'event:opening-unsaid': {
    title: 'says when the location closes, not when it opens',
    breaks: ['events/change-is-pushed'],
    decorate: swallowing((call) => isLocation(call) && isObject(call.body) && call.body['open'] === true),
  },
  ...eventBodyFaults('PosOrderTypeAvailabilityChanged', {
    'event:no-changes': [
      'says that order types changed, and lists none',
      'events/change-is-pushed',
      '/changes',
      () => [],
    ],
  }),
} as const satisfies Readonly<Record<string, PosFault>>;
