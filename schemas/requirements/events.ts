import { requirementsSharing } from './requirement.ts';

export const events = requirementsSharing({
  level: 'must',
  party: 'pos',
  how: ['schema', 'trigger'],
  needs: ['triggers.activatePos', 'triggers.setLocation'],
  capability: 'pos.events',
})({
  'events/location-availability': {
    clause: 'Resources and their fields › POS messages › PosLocationAvailabilityChanged',
    rule: 'PosLocationAvailabilityChanged has open (boolean); what is optional is of the right type.',
    check: 'Read in every event of a location. Its state and times are compared with what was set at the till.',
  },
  'events/order-type-availability': {
    clause: 'Resources and their fields › POS messages › PosOrderTypeAvailabilityChanged',
    rule: 'PosOrderTypeAvailabilityChanged has changes, each with an orderType and a state of their sets.',
    check: 'Read in every event of an order type, and compared with what was set and said before.',
    needs: ['triggers.activatePos', 'triggers.setOrderType'],
  },
  'events/listings-updated': {
    clause: 'Resources and their fields › POS messages › Menu sync',
    rule: 'ProductListingsUpdated has an array of listings: only those that changed.',
    check:
      'Read in every such event. What is pushed of a change is compared with the syncs before and after it; where the event of a change before did not come in time, a listing as it was before is that event.',
    needs: ['triggers.activatePos', 'triggers.changeListing'],
  },
  'events/table-changed': {
    clause: 'Events › Change types',
    rule: 'TableOrderSnapshotChanged has a changeType of the five and a diff (object).',
    check: 'Read in every such event.',
    needs: ['triggers.activatePos', 'triggers.changeTable'],
  },
  'events/unique-message-id': {
    level: 'should',
    clause: 'Events',
    rule: 'Each event carries a unique message identifier, which a repeat reuses.',
    how: ['behaviour', 'trigger'],
    check:
      'An event is answered with 5xx; its repeat must carry the same identifier, other events others, though they say the same.',
  },
  'events/change-is-pushed': {
    clause: 'Events',
    rule: 'A change at the POS is pushed to the platform.',
    how: ['behaviour', 'trigger'],
    check: 'The trigger makes the change, each time, and the event must arrive.',
  },
});
