import { defineRequirements } from './requirement.ts';

export const events = defineRequirements({
  'events/location-availability': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › PosLocationAvailabilityChanged',
    rule: 'PosLocationAvailabilityChanged has open (boolean); what is optional is of the right type.',
    how: ['schema', 'trigger'],
    check:
      'Read in every such event. An event right after each closing that says that it is open says no. One that was refused with 5xx and is repeated after a newer one was taken, so that the platform is left with the state of before, is a warning. An event that says, twice in a row, the opposite of how the location was set says no.',
    needs: ['triggers.activatePos', 'triggers.setLocation'],
    capability: 'pos.events',
  },
  'events/order-type-availability': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › PosOrderTypeAvailabilityChanged',
    rule: 'PosOrderTypeAvailabilityChanged has changes, each with an orderType and a state of their sets.',
    how: ['schema', 'trigger'],
    check:
      'Read in every such event, and held against what was set and said before. An end that was set for another order type says no. An order type that accepts orders again with the effectiveUntil of its pause is a warning.',
    needs: ['triggers.activatePos', 'triggers.setOrderType'],
    capability: 'pos.events',
  },
  'events/listings-updated': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Menu sync',
    rule: 'ProductListingsUpdated has an array of listings: only those that changed.',
    how: ['schema', 'trigger'],
    check:
      'Read in every such event. What is pushed of a change is compared with the syncs before and after it; where the event of a change before did not come in time, a listing as it was before is that event.',
    needs: ['triggers.activatePos', 'triggers.changeListing'],
    capability: 'pos.events',
  },
  'events/table-changed': {
    level: 'must',
    party: 'pos',
    clause: 'Events › Change types',
    rule: 'TableOrderSnapshotChanged has a changeType of the five and a diff (object).',
    how: ['schema', 'trigger'],
    check: 'Read in every such event.',
    needs: ['triggers.activatePos', 'triggers.changeTable'],
    capability: 'pos.events',
  },
  'events/unique-message-id': {
    level: 'should',
    party: 'pos',
    clause: 'Events',
    rule: 'Each event carries a unique message identifier, which a repeat reuses.',
    how: ['behaviour', 'trigger'],
    check:
      'An event is answered with 5xx; its repeat must carry the same identifier, other events others, though they say the same.',
    needs: ['triggers.activatePos', 'triggers.setLocation'],
    capability: 'pos.events',
  },
  'events/change-is-pushed': {
    level: 'must',
    party: 'pos',
    clause: 'Events',
    rule: 'A change at the POS is pushed to the platform.',
    how: ['behaviour', 'trigger'],
    check:
      'The trigger makes the change, each time; the event must arrive. Another table that is closed at the same moment as the one whose closing was pushed, with no event of its own, is a warning.',
    needs: ['triggers.activatePos', 'triggers.setLocation'],
    capability: 'pos.events',
  },
});
