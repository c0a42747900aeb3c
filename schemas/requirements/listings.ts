import { requirementsSharing } from './requirement.ts';

export const listings = requirementsSharing({
  level: 'must',
  party: 'pos',
  how: ['behaviour'],
  needs: ['triggers.activatePos'],
  capability: 'pos.listings',
})({
  'listings/synced-body': {
    clause: 'Resources and their fields › POS messages › Menu sync',
    rule: 'ProductListingsSynced has a checkpoint (object) and an array of listings.',
    how: ['schema'],
    check: 'Read in every result.',
  },
  'listings/full-sync': {
    clause: 'Resources and their fields › POS messages › Menu sync',
    rule: 'A checkpoint of null asks for all listings.',
    check:
      'A sync with null must hold all listings that can be ordered. It is tried after changes, and while the location is closed.',
  },
  'listings/nothing-changed': {
    clause: 'Resources and their fields › POS messages › Menu sync',
    rule: 'When nothing has changed since the checkpoint, listings is empty.',
    check: 'The checkpoint of a sync is sent back at once.',
  },
  'listings/incremental-sync': {
    clause: 'Resources and their fields › POS messages › Menu sync',
    rule: 'An incremental sync holds what has changed since the checkpoint, and only that.',
    how: ['behaviour', 'trigger'],
    check:
      'The trigger changes a listing; the next sync must hold it and no other. Prices are compared from full sync to full sync.',
    needs: ['triggers.activatePos', 'triggers.changeListing'],
  },
});
