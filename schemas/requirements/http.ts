import { defineRequirements } from './requirement.ts';

export const http = defineRequirements({
  'http/json-content-type': {
    level: 'should',
    party: 'merchant',
    clause: 'Resources and their fields › Conventions',
    rule: 'Content-Type is a JSON media type',
    how: ['schema'],
    check: '',
  },
});
