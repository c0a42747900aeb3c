import { requirementsSharing } from './requirement.ts';

export const platform = requirementsSharing({ level: 'must', party: 'platform', how: ['behaviour'] })({
  'platform/activation': {
    clause: 'Resources and their fields › POS messages › PosActivationResponse',
    rule: 'Activation always answers HTTP 200; the body says success, or one of the two reasons for failure.',
    check: 'Good, wrong, expired, used and foreign PINs are sent.',
  },
  'platform/health': {
    clause: 'States and transitions',
    rule: 'A health report is answered 204; without one for the health timeout no POS-backed command is sent.',
    check: 'Reports are sent and withheld on a manual clock.',
  },
  'platform/callbacks': {
    clause: 'Errors › Callback responses',
    rule: 'A callback is answered 204 when accepted or repeated, 400 for an invalid body, 404 for an unknown message, a foreign location or another kind.',
    check: 'Each kind of callback is sent; after a 400 the message must still be open.',
  },
  'platform/test-call': {
    clause: 'Endpoints › Platform-hosted',
    rule: 'The test call answers a messageId, or 403 to other credentials; a wrong nonce is answered 400.',
    check: 'Each is tried beside a good twin.',
  },
  'platform/queue': {
    clause: 'Endpoints › Queue delivery › 2',
    rule: 'The queue is FIFO within a group, holds the group back while a message is in flight, hides it for 30 seconds, keeps it for 14 days, and carries the envelope and its attributes.',
    check: 'Driven through the AWS protocol on a manual clock.',
  },
  'platform/queue-credentials': {
    clause: 'Authentication',
    rule: 'Queue credentials can only receive and delete, on their own queue.',
    check: 'Other actions and other queues are tried.',
  },
  'platform/tip-recipients': {
    clause: 'States and transitions',
    rule: 'Tip recipients can be listed, read and put; confirming one before expiresAt makes it ACTIVE and removes phoneNumber and expiresAt.',
    check: 'Each step is tried, also after expiresAt and with the credentials of another merchant.',
  },
  'platform/basket-change': {
    clause: 'Errors › Basket change errors',
    rule: 'A good basket change is confirmed; a bad one is answered 400 with one of the three errors.',
    check: 'A good, an invalid, an expired one and one without delivery options are pushed.',
  },
  'platform/availability': {
    clause: 'States and transitions',
    rule: 'A closed location or a paused order type stops new orders of that kind only, from effectiveAt and until effectiveUntil.',
    check: 'Events are sent on a manual clock and commands asked for.',
  },
  'platform/catalogue-sync': {
    clause: 'Endpoints › Catalogue rules',
    rule: 'The platform syncs a catalogue in full and in increments, stores the last nextCheckpoint, tries again after a failure and delists what a full refresh lacks.',
    check: 'Runs against the reference merchant on a manual clock.',
  },
  'platform/checkout': {
    clause: 'States and transitions › Basket validity timeline',
    rule: 'Orders are placed until 3 minutes after expiresAt and retried; after 5 minutes without a connection the platform rolls back and refunds.',
    check: 'Runs against the reference merchant on a manual clock.',
  },
  'platform/event-deduplication': {
    clause: 'Events',
    rule: 'A repeated event is applied once.',
    check: 'An event is sent twice with one message identifier.',
  },
  'platform/signature-enforced': {
    clause: 'Authentication',
    rule: 'Calls that are unsigned, wrongly signed or too old are refused.',
    check: 'Each is tried beside a good twin.',
  },
});
