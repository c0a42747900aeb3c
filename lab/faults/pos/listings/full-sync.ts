import { isObject, type Json, objectOf } from '#mocks/json';
import { onBody, onListings, onResult } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import type { Listing } from '#mocks/pos/restaurant/listings';

/** Full syncs alone are not as they have to be. */
const inFull =
  (make: (listings: readonly Listing[]) => (all: readonly Listing[]) => readonly Listing[]): TillDecorator =>
  (parts) => {
    const change = make(parts.restaurant.listings.after());
    return onListings(
      ({ after }) =>
        (position) =>
          position ? after(position) : change(after()),
    )(parts);
  };

/** Not where listings are looked up, since a checkpoint comes of the last of them. */
const tellingOf = (change: (all: readonly Json[]) => readonly Json[]): TillDecorator =>
  onResult('ProductListingsSyncRequested', (result, { payload }) => {
    const { listings } = objectOf(result);
    return payload['checkpoint'] === null && Array.isArray(listings)
      ? { ...objectOf(result), listings: [...change(listings)] }
      : result;
  });

/** Menus of which not all is told to whoever asks for all. */
export const fullSyncFaults = {
  'full-sync:without-last-changed': {
    title: 'a full sync lacks the listing that has changed last',
    breaks: ['listings/full-sync'],
    decorate: inFull((morning) => {
      const opened = Math.max(...morning.map(({ changedAt }) => changedAt));
      // In the order of their changes.
      return (all) => all.filter(({ changedAt }, index) => index < all.length - 1 || changedAt <= opened);
    }),
  },
  'full-sync:of-the-morning': {
    title: 'a full sync has all listings at the prices of the morning',
    breaks: ['listings/full-sync'],
    decorate: inFull((morning) => {
      const known = new Map(morning.map((one) => [one.id, one]));
      return (all) => all.map((one) => ({ ...one, price: known.get(one.id)?.price ?? one.price }));
    }),
  },
  'full-sync:prices-drift': {
    title: 'the price of the first listing rises while nobody looks, and no incremental sync has it',
    breaks: ['listings/incremental-sync'],
    decorate: (parts) => {
      let asked = 0;
      return {
        openMailbox: (configuration) => {
          asked = 0;
          return parts.openMailbox(configuration);
        },
        ...inFull(([first]) => (all) => {
          asked += 1;
          const rise = asked > 3 ? 5 : 0;
          return all.map((one) => (one.id === first?.id ? { ...one, price: one.price + rise } : one));
        })(parts),
      };
    },
  },
  'full-sync:empty-while-closed': {
    title: 'a full sync has no listings while the location is closed',
    breaks: ['listings/full-sync'],
    decorate: (parts) => {
      let isClosed = false;
      const seen = onBody('event', (body) => {
        if (isObject(body) && typeof body['open'] === 'boolean') isClosed = !body['open'];
        return body;
      })(parts);
      return { ...seen, ...tellingOf((all) => (isClosed ? [] : all))(parts) };
    },
  },
  'full-sync:without-few': {
    title: 'a full sync lacks what there are only a few of',
    breaks: ['listings/full-sync'],
    decorate: (parts) => {
      const few = parts.restaurant.plan.listings.filter(({ stock = 0 }) => stock > 0 && stock <= 3);
      const ids = few.map(({ id }) => JSON.stringify(id));
      return tellingOf((all) => all.filter((one) => !ids.some((id) => JSON.stringify(one).includes(id))))(parts);
    },
  },
} as const satisfies Readonly<Record<string, PosFault>>;
