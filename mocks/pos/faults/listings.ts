import type { JsonObject } from '../../json.ts';
import { onListings, resultFaults } from './decorators.ts';
import type { PosFault } from './pos-fault.ts';

export const sync = 'ProductListingsSyncRequested';

export const isFull = ({ payload }: { readonly payload: JsonObject }): boolean => payload['checkpoint'] === null;

export const listingsFaults = {
  ...resultFaults('ProductListingsSyncRequested', {
    'listings:text-checkpoint': [
      'gives the checkpoint of an incremental sync as a text',
      'listings/synced-body',
      '/checkpoint',
      (old, command) => (isFull(command) ? old : JSON.stringify(old)),
    ],
  }),
  'listings:all-for-none': {
    title: 'answers all listings when none has changed',
    breaks: ['listings/nothing-changed'],
    decorate: onListings(({ after }) => (position) => {
      const changed = after(position);
      return changed.length === 0 ? after() : changed;
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
