import { defineRequirements } from './requirement.ts';

export const table = defineRequirements({
  'table/snapshot-success': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'snapshot success: tableSessionContext and tableOrderSnapshot, each with its required fields, statuses in the set, ISO 8601 times',
    how: ['schema'],
    check: '',
  },
  'table/snapshot-failure': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'snapshot failure: reasonCode, retryable',
    how: ['schema'],
    check: '',
  },
  'table/right-table': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'the snapshot is of the table asked for; an unknown table is a failure, not silence',
    how: ['behaviour', 'trigger'],
    check: '',
  },
  'table/updated-at-moves': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'updatedAt moves on when the table changes',
    how: ['behaviour', 'trigger'],
    check: '',
  },
  'table/closed-at': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'closedAt present when status is CLOSED or CANCELLED',
    how: ['schema'],
    check: '',
  },
});
