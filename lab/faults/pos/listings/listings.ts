import { type Json, isObject, objectOf } from '#mocks/json';
import { onBody, onListings, onResult, onWork, resultFaults } from '#mocks/pos/faults/decorators';
import { silentAbout } from '../decorators.ts';
import { isFull, sync } from '#mocks/pos/faults/commands';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import type { Listing, ListingChange } from '#mocks/pos/restaurant/listings';

/** Incremental syncs leave out what was changed in some way last. */
const unseen =
  (isUnseen: (change: ListingChange) => boolean): TillDecorator =>
  ({ restaurant }) => {
    const { listings } = restaurant;
    const hidden = new Set<string>();
    return {
      restaurant: {
        ...restaurant,
        listings: {
          ...listings,
          change: (id, change) => {
            if (isUnseen(change)) hidden.add(id);
            else hidden.delete(id);
            return listings.change(id, change);
          },
          after: (position) =>
            position ? listings.after(position).filter(({ id }) => !hidden.has(id)) : listings.after(),
        },
      },
    };
  };

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

/** Menus that are not in step. */
export const listingFaults = {
  ...resultFaults(sync, {
    'listings:no-checkpoint': [
      'gives no checkpoint when nothing has changed',
      'listings/synced-body',
      '/checkpoint',
      (old, command, { listings }) =>
        !isFull(command) && Array.isArray(listings) && listings.length === 0 ? undefined : old,
    ],
    'listings:silent-when-unchanged': [
      'says nothing to a sync when nothing has changed',
      ['listings/nothing-changed', 'queue/delete-after-callback'],
      '',
      silentAbout((_, { listings }) => Array.isArray(listings) && listings.length === 0),
    ],
    'listings:silent-to-checkpoints': [
      'says nothing to a sync that has a checkpoint',
      ['listings/nothing-changed', 'listings/incremental-sync', 'queue/delete-after-callback'],
      '',
      silentAbout((command) => !isFull(command)),
    ],
    'listings:first-of-the-changed': [
      'an incremental sync holds one changed listing, and a checkpoint past them all',
      'listings/incremental-sync',
      '/listings',
      (old, command) => (!isFull(command) && Array.isArray(old) ? old.slice(0, 1) : old),
    ],
    'listings:half': [
      'a full sync stops after the first page of its own database',
      'listings/full-sync',
      '/listings',
      (old, command) => (isFull(command) && Array.isArray(old) ? old.filter((_, index) => index % 2 === 1) : old),
    ],
  }),
  'listings:only-in-stock': {
    title: 'a full sync leaves out what is not counted',
    breaks: ['listings/full-sync'],
    decorate: onListings(
      ({ after }) =>
        (position) =>
          position
            ? after(position)
            : after().filter(({ stock }, index, all) => stock !== undefined || index === all.length - 1),
    ),
  },
  'listings:full-until-changed': {
    title: 'once prices or names have changed, a full sync has only those',
    breaks: ['listings/full-sync'],
    decorate: (parts) => {
      const known = new Map(parts.restaurant.plan.listings.map(({ id, name, price }) => [id, `${price} ${name}`]));
      return onListings(({ after }) => (position) => {
        const listings = after(position);
        const changed = listings.filter(({ id, name, price }) => known.get(id) !== `${price} ${name}`);
        return position || changed.length === 0 ? listings : changed;
      })(parts);
    },
  },
  'listings:last-of-the-changed': {
    title: 'of what has changed an incremental sync holds the last',
    breaks: ['listings/incremental-sync'],
    decorate: onListings(
      ({ after }) =>
        (position) =>
          position ? after(position).slice(-1) : after(),
    ),
  },
  'listings:one-passed-over': {
    title: 'one incremental sync lists nothing, and its checkpoint leads past what has changed',
    breaks: ['listings/incremental-sync'],
    decorate: onWork(sync, () => {
      let told = 0;
      return async (command, step) => {
        const result = objectOf(await step(command));
        const { listings } = result;
        if (isFull(command) || !Array.isArray(listings) || listings.length === 0) return result;
        return ++told === 3 ? { ...result, listings: [] } : result;
      };
    }),
  },
  'listings:last-again': {
    title: 'an incremental sync begins with the listing of the checkpoint',
    breaks: ['listings/nothing-changed', 'listings/incremental-sync'],
    decorate: onListings(({ after, find }) => (position) => {
      const last = position && find(position.id);
      return last ? [last, ...after(position).filter(({ id }) => id !== last.id)] : after(position);
    }),
  },
  'listings:all-for-one': {
    title: 'answers all listings when one has changed',
    breaks: ['listings/incremental-sync'],
    decorate: onListings(
      ({ after }) =>
        (position) =>
          after(position).length === 0 ? [] : after(),
    ),
  },
  'listings:price-alone': {
    title: 'an incremental sync knows of changed prices alone',
    breaks: ['listings/incremental-sync'],
    decorate: unseen((change) => change !== 'price'),
  },
  'listings:stock-unseen': {
    title: 'an incremental sync does not notice a changed stock',
    breaks: ['listings/incremental-sync'],
    decorate: unseen((change) => change === 'stock'),
  },
  'listings:availability-unseen': {
    title: 'an incremental sync does not notice what is taken off the menu',
    breaks: ['listings/incremental-sync'],
    decorate: unseen((change) => change === 'availability'),
  },
  'listings:name-unseen': {
    title: 'an incremental sync does not notice a changed name',
    breaks: ['listings/incremental-sync'],
    decorate: unseen((change) => change === 'name'),
  },
  'listings:old-names': {
    title: 'an incremental sync holds what has changed, under the names of the morning',
    breaks: ['listings/incremental-sync'],
    decorate: (parts) => {
      const names = new Map(parts.restaurant.plan.listings.map(({ id, name }) => [id, name]));
      return onListings(
        ({ after }) =>
          (position) =>
            after(position).map((one) => ({ ...one, name: names.get(one.id) ?? one.name })),
      )(parts);
    },
  },
  'listings:none-for-one': {
    title: 'an incremental sync is always empty',
    breaks: ['listings/incremental-sync'],
    decorate: onListings(
      ({ after }) =>
        (position) =>
          position ? [] : after(),
    ),
  },
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
    breaks: ['listings/incremental-sync', 'submission/contexts'],
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
