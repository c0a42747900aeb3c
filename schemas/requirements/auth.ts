import { requirementsSharing } from './requirement.ts';

export const auth = requirementsSharing({
  level: 'must',
  party: 'pos',
  how: ['behaviour'],
  needs: ['triggers.activatePos'],
})({
  'auth/calls-are-signed': {
    clause: 'Authentication',
    rule: 'Every call of a POS after activation, callbacks and test included, is signed with the issued credentials.',
    check: 'The signature of each call is verified by the configured scheme; one that is missing or wrong says no.',
  },
});
