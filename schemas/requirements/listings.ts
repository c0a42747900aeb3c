import { defineRequirements } from './requirement.ts';

export const listings = defineRequirements({
  'listings/synced-body': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'ProductListingsSynced has checkpoint (object), listings (array)',
    how: ['schema'],
    check: '',
  },
  'listings/full-sync': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'checkpoint null gives a full sync',
    how: ['behaviour'],
    check: '',
  },
  'listings/nothing-changed': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'that checkpoint sent back with nothing changed gives empty listings',
    how: ['behaviour'],
    check: '',
  },
  'listings/incremental-sync': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'a changed listing, and only what changed, comes in the next incremental sync',
    how: ['behaviour', 'trigger'],
    check: '',
  },
});
