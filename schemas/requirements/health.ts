import { defineRequirements } from './requirement.ts';

export const health = defineRequirements({
  'health/after-activation': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'ReportPosHealth right after activation',
    how: ['behaviour'],
    check: '',
  },
  'health/heartbeat': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'and again at regular intervals',
    how: ['behaviour'],
    check: '',
  },
  'health/body': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'healthy (boolean), softwareName, softwareVersion',
    how: ['schema'],
    check: '',
  },
});
