import { defineRequirements } from './requirement.ts';

export const events = defineRequirements({
  'events/location-availability': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'PosLocationAvailabilityChanged: open boolean; optional fields right types',
    how: ['schema', 'trigger'],
    check: '',
  },
  'events/order-type-availability': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'PosOrderTypeAvailabilityChanged: changes[], orderType and state in their sets',
    how: ['schema', 'trigger'],
    check: '',
  },
  'events/listings-updated': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'ProductListingsUpdated: listings[]',
    how: ['schema', 'trigger'],
    check: '',
  },
  'events/table-changed': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'TableOrderSnapshotChanged: changeType in the set of five, diff object',
    how: ['schema', 'trigger'],
    check: '',
  },
  'events/unique-message-id': {
    level: 'should',
    party: 'pos',
    clause: '',
    rule: 'each event carries a unique message id; a retry reuses it',
    how: ['behaviour', 'trigger'],
    check: '',
  },
  'events/change-is-pushed': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'a change made at the POS is pushed',
    how: ['behaviour', 'trigger'],
    check: '',
  },
});
