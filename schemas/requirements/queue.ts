import { requirementsSharing } from './requirement.ts';

export const queue = requirementsSharing({
  level: 'must',
  party: 'pos',
  how: ['behaviour'],
  needs: ['triggers.activatePos'],
})({
  'queue/test-round-trip': {
    clause: 'Endpoints › Queue delivery › 5',
    rule: 'The test round trip: test call, Test message, callback with the nonce copied, deletion.',
    how: ['behaviour', 'trigger'],
    check: 'The trigger starts it, twice with unlike nonces; each step must follow, in this order.',
    needs: ['triggers.activatePos', 'triggers.testRoundTrip'],
  },
  'queue/long-polling': {
    clause: 'Endpoints › Queue delivery › 4',
    rule: 'A POS polls with WaitTimeSeconds 20 as long as the integration is active: also after an empty poll, a message of an unknown kind and a failed deletion.',
    check:
      'Read from the receive calls to the end of the run. A pause of more than a few seconds between two calls counts.',
  },
  'queue/issued-credentials': {
    clause: 'Authentication',
    rule: 'A POS uses the issued queue credentials, and only to receive and delete.',
    check: 'Read from every queue call: another key or another action says no.',
  },
  'queue/callback-address': {
    clause: 'Endpoints › Platform-hosted',
    rule: 'A result goes to /merchant/v1/async/{messageKind}/{messageId} of the message it answers.',
    check: 'Compared for every callback; an unknown messageId or another kind says no.',
  },
  'queue/delete-after-callback': {
    clause: 'Endpoints › Queue delivery › 4',
    rule: 'A message is deleted after the callback response, with the ReceiptHandle of that delivery.',
    check:
      'Calls are compared in time for every message. A business operation that is asked for once more may be passed over.',
  },
  'queue/handled-message-deleted': {
    clause: 'States and transitions › Queue message handling',
    rule: 'Every handled message is deleted before its visibility time is over, also one that has no result.',
    check:
      'A message whose callback was answered 204 must be deleted before it would be delivered again, and BillPaymentFailed before its third delivery.',
  },
  'queue/duplicate-not-applied': {
    clause: 'Endpoints › Queue delivery › 3',
    rule: 'A message that is delivered twice is applied once, and deleted.',
    how: ['behaviour', 'property'],
    check: 'Commands are delivered twice; the effect is read back through the protocol.',
  },
  'queue/duplicate-same-result': {
    clause: 'Endpoints › Queue delivery › 3',
    rule: 'A second result for the same message is the same business result.',
    how: ['behaviour', 'property'],
    check:
      'Results for one messageId are compared; no second result is fine. A request for a bill is delivered three times more.',
  },
  'queue/idempotency-key': {
    clause: 'Resources and their fields › Queue message envelope',
    rule: 'Another message with the same idempotencyKey is not applied again, and is answered under its own messageId.',
    how: ['behaviour', 'property'],
    check: 'A command is repeated under another messageId; the effect is read back through the protocol.',
  },
  'queue/unlike-orders-apply': {
    clause: 'Resources and their fields › Queue message envelope',
    rule: 'Two orders of equal payload with unlike messageId and idempotencyKey are both applied.',
    how: ['behaviour', 'property'],
    check:
      'Orders that are alike are sent at a table, in turn and at once; the table must show all that were accepted.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open', 'pos.fixtures.listings.inStock'],
  },
  'queue/group-order': {
    clause: 'Endpoints › Queue delivery › 2',
    rule: 'Messages of one group are handled in the order they were sent.',
    how: ['behaviour', 'property'],
    check: 'Bursts in several groups are sent; results within a group must follow that order.',
  },
  'queue/result-not-lost': {
    clause: 'Endpoints › Queue delivery › 4',
    rule: 'A callback that is answered with 5xx, or not at all, does not lose the result.',
    how: ['behaviour', 'property'],
    check:
      'Chosen callbacks fail, also of bills and payments; the result must come again, or the message be left to be delivered again and answered then.',
  },
  'queue/rejected-result-stays-open': {
    level: 'should',
    clause: 'Errors › Callback responses',
    rule: 'A result rejected with 400 leaves the message open; the POS goes on working.',
    check:
      'One callback is answered 400; later messages must still be handled, and that one is not deleted before another result.',
  },
  'queue/survives-queue-faults': {
    clause: 'Endpoints › Queue delivery › 4',
    rule: 'After faults of the queue the POS goes on polling.',
    how: ['behaviour', 'property'],
    check: 'Receive calls are answered with 5xx, dropped or throttled; polling must resume.',
  },
  'queue/unknown-kind': {
    level: 'should',
    clause: 'Resources and their fields › Queue message envelope',
    rule: 'A message of an unknown kind leaves the POS working.',
    check: 'One is sent; later messages of another group must be handled.',
  },
});
