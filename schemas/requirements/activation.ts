import { defineRequirements } from './requirement.ts';

export const activation = defineRequirements({
  'activation/body': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'ActivatePos has merchantTaxId, pinCode, softwareName, softwareVersion (strings); posInstallationId string when present',
    how: ['schema', 'trigger'],
    check: '',
  },
  'activation/failure-respected': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'success read from the body, not from HTTP 200: after `success:false` no signed call, no queue poll',
    how: ['behaviour', 'trigger'],
    check: '',
  },
  'activation/recovers-with-new-pin': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'a new PIN after a failure activates',
    how: ['behaviour', 'trigger'],
    check: '',
  },
});
