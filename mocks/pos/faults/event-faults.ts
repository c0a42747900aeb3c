import { randomUUID } from 'node:crypto';
import { isObject, textIn } from '../../json.ts';
import type { PlatformCall } from '../connection/call.ts';
import { onCall, onEvent } from './decorators.ts';
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

/** News that nobody can use. */
export const eventFaults = {
  'event:open-as-text': {
    title: 'open is a text',
    breaks: ['events/location-availability'],
    decorate: onEvent('PosLocationAvailabilityChanged', (body) => ({
      ...body,
      open: body['open'] === true ? 'true' : 'false',
    })),
  },
  'event:closed-for-open': {
    title: 'says closed where open is asked for',
    breaks: ['events/location-availability'],
    decorate: onEvent('PosLocationAvailabilityChanged', ({ open, ...body }) => ({ ...body, closed: open !== true })),
  },
  'event:own-state': {
    title: 'order types are ON and OFF',
    breaks: ['events/order-type-availability'],
    decorate: onEvent('PosOrderTypeAvailabilityChanged', ({ changes }) => ({
      changes: (Array.isArray(changes) ? changes : []).map((change) => ({
        ...(isObject(change) ? change : {}),
        state: isObject(change) && change['state'] === 'PAUSED' ? 'OFF' : 'ON',
      })),
    })),
  },
  'event:one-change': {
    title: 'sends one change instead of a list',
    breaks: ['events/order-type-availability'],
    decorate: onEvent('PosOrderTypeAvailabilityChanged', ({ changes }) =>
      Array.isArray(changes) ? (changes[0] ?? null) : undefined,
    ),
  },
  'event:one-listing': {
    title: 'sends one listing instead of a list',
    breaks: ['events/listings-updated'],
    decorate: onEvent('ProductListingsUpdated', ({ listings }) => ({
      listings: Array.isArray(listings) ? (listings[0] ?? null) : null,
    })),
  },
  'event:bare-listings': {
    title: 'sends the list of listings bare',
    breaks: ['events/listings-updated'],
    decorate: onEvent('ProductListingsUpdated', ({ listings }) => listings),
  },
  'event:lower-case-change': {
    title: 'writes change types in small letters',
    breaks: ['events/table-changed'],
    decorate: onEvent('TableOrderSnapshotChanged', (body) => ({
      ...body,
      changeType: textIn(body['changeType']).toLowerCase(),
    })),
  },
  'event:no-diff': {
    title: 'says that a table changed, not how',
    breaks: ['events/table-changed'],
    decorate: onEvent('TableOrderSnapshotChanged', ({ diff: _, ...body }) => body),
  },
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
  'event:no-changes': {
    title: 'says that order types changed, and lists none',
    breaks: ['events/change-is-pushed'],
    decorate: onEvent('PosOrderTypeAvailabilityChanged', () => ({ changes: [] })),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
