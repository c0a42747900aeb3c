import type { PlatformRequirementId } from '../requirements/index.ts';
import type { Advice } from './advice.ts';

/** Of a platform. */
export const platformAdvice: Readonly<Record<PlatformRequirementId, Advice>> = {
  'platform/activation': {
    why: 'Tills read the body and not the status.',
    fix: 'Answer 200 with success and the credentials, or one of the two reasons.',
  },
  'platform/health': {
    why: 'Commands to a dead till are lost orders.',
    fix: 'Remember the last report, and hold commands back after the timeout.',
  },
  'platform/callbacks': {
    why: 'A till that is told 204 forgets the result.',
    fix: 'Validate first, then store; know a repeat by its messageId.',
  },
  'platform/test-call': {
    why: 'Installers rely on it.',
    fix: 'Compare the nonce of the callback with the one that was sent.',
  },
  'platform/queue': {
    why: 'Tills are built on the promises of FIFO queues.',
    fix: 'Hold back the group while one of its messages is in flight, and hide for 30 seconds.',
  },
  'platform/queue-credentials': {
    why: 'A till must not read the queue of another.',
    fix: 'Bind credentials to one queue and two actions.',
  },
  'platform/tip-recipients': {
    why: 'A phone number is kept no longer than it is needed.',
    fix: 'Remove it and expiresAt with the confirmation.',
  },
  'platform/basket-change': {
    why: 'A merchant mends what is named.',
    fix: 'Answer with the error that fits, the basket unchanged.',
  },
  'platform/availability': {
    why: 'Too much is stopped, or too little.',
    fix: 'Stop orders of that kind from effectiveAt until effectiveUntil; let payments pass.',
  },
  'platform/catalogue-sync': {
    why: 'Prices are as good as the last synchronisation.',
    fix: 'Store the last nextCheckpoint only when the walk is complete.',
  },
  'platform/checkout': {
    why: 'Money was taken: an order or a refund must follow.',
    fix: 'Retry the same order until the deadlines; then roll back.',
  },
  'platform/event-deduplication': {
    why: 'A repeat would undo what came after it.',
    fix: 'Keep the ids of events, by location.',
  },
  'platform/signature-enforced': {
    why: 'Anybody could act as a till.',
    fix: 'Verify before anything is done, in constant time, with the age of the timestamp.',
  },
};
