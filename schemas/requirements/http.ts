import { requirementsSharing } from './requirement.ts';

export const http = requirementsSharing({
  level: 'should',
  party: 'merchant',
  how: ['schema'],
  needs: ['merchant.basketUrl'],
})({
  'http/json-content-type': {
    clause: 'Resources and their fields › Conventions',
    rule: 'A JSON body is labelled as JSON.',
    check:
      'Read from the Content-Type of every 2xx answer with a body: application/json or another media type that ends in +json.',
  },
});
