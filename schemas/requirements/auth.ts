import { defineRequirements } from './requirement.ts';

export const auth = defineRequirements({
  'auth/calls-are-signed': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'every POS-to-platform call after activation, callbacks and test included, carries a valid signature of the issued key',
    how: ['behaviour'],
    check: '',
  },
});
