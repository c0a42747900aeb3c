import { createHash, randomUUID } from 'node:crypto';
import { alter } from '#mocks/faults';
import { type Json, objectOf, textIn } from '#mocks/json';
import { eventBodyFaults, onBody } from '#mocks/pos/faults/decorators';
import { identifiedBy } from '#mocks/pos/faults/calls';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { momentOf } from '#mocks/pos/requests';

const listIn = (list: Json | undefined): readonly Json[] => (Array.isArray(list) ? list : []);

const othersThan = (changes: Json | undefined): readonly string[] =>
  ['STATION', 'PICKUP', 'DELIVERY'].filter((type) => !JSON.stringify(changes).includes(type));

/** The time on the wall, sent as if it were that of Greenwich. */
const wallTime = (old: Json | undefined): Json | undefined =>
  old === undefined ? old : new Date((momentOf(old) ?? 0) + 7_200_000).toISOString();

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
    'event:others-accepting': [
      'lists every other order type as ACCEPTING',
      'events/order-type-availability',
      '/changes',
      (old) => [...listIn(old), ...othersThan(old).map((orderType) => ({ orderType, state: 'ACCEPTING' }))],
    ],
    'event:others-paused': [
      'says with the pause of one order type that all are paused',
      'events/order-type-availability',
      '/changes',
      (old) =>
        JSON.stringify(old).includes('PAUSED')
          ? [...listIn(old), ...othersThan(old).map((orderType) => ({ orderType, state: 'PAUSED' }))]
          : (old ?? []),
    ],
    'event:others-opened-by-pause': [
      'a pause of one order type ends that of the others',
      'events/order-type-availability',
      '/changes',
      (old) =>
        JSON.stringify(old).includes('PAUSED')
          ? [...othersThan(old).map((orderType) => ({ orderType, state: 'ACCEPTING' })), ...listIn(old)]
          : (old ?? []),
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
    'event:no-diff': ['says that a table changed, not how', 'events/table-changed', '/diff'],
  }),
  'event:at-by-the-wall': {
    title: 'sends effectiveAt as the time on the wall, and calls it UTC',
    breaks: ['events/location-availability'],
    variants: ['copper'],
    decorate: onBody('event', (body) => alter(body, '/effectiveAt', wallTime)),
  },
  'event:until-by-the-wall': {
    title: 'sends effectiveUntil as the time on the wall, and calls it UTC',
    breaks: ['events/order-type-availability'],
    variants: ['copper'],
    decorate: onBody('event', (body) => alter(body, '/changes/*/effectiveUntil', wallTime)),
  },
  'event:others-without-end': {
    title: 'lists with each order type the others as they are, without the end of a pause',
    breaks: ['events/order-type-availability'],
    // Quartz tells no end of a pause.
    variants: ['copper'],
    decorate: (parts) => {
      const states = new Map<Json, Json>();
      return onBody('event', (body) =>
        alter(body, '/changes', (old) => {
          const listed = listIn(old).map(objectOf);
          for (const { orderType = null, state = null } of listed) states.set(orderType, state);
          const others = [...states].filter(([type]) => listed.every(({ orderType }) => orderType !== type));
          return [...listed, ...others.map(([orderType, state]) => ({ orderType, state }))];
        }),
      )(parts);
    },
  },
  'event:until-left-after-pause': {
    title: 'sends with an order type that accepts orders again the effectiveUntil of its pause',
    breaks: ['events/order-type-availability'],
    // Quartz tells no end of a pause.
    variants: ['copper'],
    decorate: (parts) => {
      const ends = new Map<Json, Json>();
      return onBody('event', (body) =>
        alter(body, '/changes', (old) =>
          listIn(old).map((change) => {
            const { orderType = null, effectiveUntil, ...rest } = objectOf(change);
            if (effectiveUntil !== undefined) ends.set(orderType, effectiveUntil);
            const end = ends.get(orderType);
            return { ...rest, orderType, ...(end !== undefined && { effectiveUntil: end }) };
          }),
        ),
      )(parts);
    },
  },
  'event:until-of-another': {
    title: 'sends with each order type the latest effectiveUntil of all that it has sent, whatever it was for',
    breaks: ['events/order-type-availability'],
    // Quartz tells no end of a pause.
    variants: ['copper'],
    decorate: (parts) => {
      let last: Json | undefined;
      return onBody('event', (body) =>
        alter(body, '/changes/*/effectiveUntil', (until) => {
          if (until !== undefined && textIn(until) > textIn(last ?? '')) last = until;
          return last;
        }),
      )(parts);
    },
  },
  'event:listing-as-before': {
    title: 'pushes a changed listing as it was before',
    breaks: ['events/listings-updated'],
    decorate: ({ restaurant }) => {
      const { listings } = restaurant;
      const change: typeof listings.change = (id, what) => {
        const before = { ...listings.after().find((listing) => listing.id === id) };
        const changed = listings.change(id, what);
        return changed && { ...changed, ...before };
      };
      return { restaurant: { ...restaurant, listings: { ...listings, change } } };
    },
  },
  'event:listings-piled-up': {
    title: 'pushes with each changed listing those that changed before',
    breaks: ['events/listings-updated'],
    decorate: (parts) => {
      const pushed: Json[] = [];
      return onBody('event', (body) =>
        alter(body, '/listings', (old) => {
          if (!Array.isArray(old)) return old;
          const earlier = [...pushed];
          pushed.push(...old);
          return [...old, ...earlier];
        }),
      )(parts);
    },
  },
  'event:new-id-on-retry': {
    title: 'a repeated event carries a new identifier',
    breaks: ['events/unique-message-id'],
    decorate: identifiedBy(() => randomUUID()),
  },
  'event:id-of-content': {
    title: 'the identifier of an event is a digest of what it says',
    breaks: ['events/unique-message-id'],
    decorate: identifiedBy(({ path, body }) =>
      createHash('sha256')
        .update(JSON.stringify([path, body]))
        .digest('hex'),
    ),
  },
  'event:no-id': {
    title: 'events carry no identifier',
    breaks: ['events/unique-message-id'],
    decorate: identifiedBy(() => undefined),
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
