import type { PosRequirementId } from '../requirements/index.ts';
import type { Advice } from './advice.ts';

type Ids = Extract<PosRequirementId, `${'activation' | 'health' | 'auth' | 'queue' | 'events' | 'tips'}/${string}`>;

/** Of a till's connection: activation, health, queue, what it pushes. */
export const tillAdvice: Readonly<Record<Ids, Advice>> = {
  'activation/body': {
    why: 'A till that cannot say who it is cannot be activated.',
    fix: 'Send all four as strings; a PIN with leading zeros is no number.',
  },
  'activation/failure-respected': {
    why: 'Without credentials every further call is noise.',
    fix: 'Read success of the body; the status is 200 either way.',
  },
  'activation/recovers-with-new-pin': {
    why: 'A mistyped PIN must not need a technician.',
    fix: 'Throw away what the failed attempt left, and let the person try again.',
  },
  'activation/stable-installation-id': {
    why: 'A new id looks like another till.',
    fix: 'Make it once, at installation, and store it; not from PIN or time.',
  },
  'activation/new-credentials': {
    why: 'The old ones stop working.',
    fix: 'Replace key, secret and queue client together, and stop the old poller.',
  },
  'health/after-activation': {
    why: 'Until the first report the platform sends no command.',
    fix: 'Report as soon as activation succeeded, before the first poll.',
  },
  'health/heartbeat': {
    why: 'After the health timeout the till counts as dead, and nothing is sold.',
    fix: 'Run the timer apart from the queue, so that a long command does not delay it.',
  },
  'health/body': {
    why: 'It tells which version is where when something breaks.',
    fix: 'Send healthy as a boolean, and name and version always.',
  },
  'auth/calls-are-signed': {
    why: 'Unsigned calls are refused.',
    fix: 'Sign in one place that all calls go through, over the bytes that are sent; check the clock.',
  },
  'queue/test-round-trip': {
    why: 'It is how an installer sees that everything is connected.',
    fix: 'Treat Test as a command: call back with its nonce, then delete it.',
  },
  'queue/long-polling': {
    why: 'Short polls cost calls and delay every command.',
    fix: 'Receive with WaitTimeSeconds 20 in an endless loop that survives errors; one poller a queue.',
  },
  'queue/issued-credentials': {
    why: 'They are good for receiving and deleting, and for nothing else.',
    fix: 'Give the SDK the issued keys and the queue URL; do not look the queue up.',
  },
  'queue/callback-address': {
    why: 'A result at another address answers nothing.',
    fix: 'Build it from messageKind and messageId of the message.',
  },
  'queue/delete-after-callback': {
    why: 'Deleted before, a result that fails is lost; deleted without one, whoever asked waits in vain.',
    fix: 'Call back for every command, wait for 204, then delete with the handle of that very delivery.',
  },
  'queue/handled-message-deleted': {
    why: 'What is not deleted comes again, and holds back its group.',
    fix: 'Delete everything that was handled, also what has no result.',
  },
  'queue/duplicate-not-applied': {
    why: 'The queue delivers at least once: a customer would get the dish twice.',
    fix: 'Store messageId with what it did, in one transaction, and look there first.',
  },
  'queue/duplicate-same-result': {
    why: 'Two results for one message contradict each other.',
    fix: 'Keep the result with the messageId and send it again.',
  },
  'queue/idempotency-key': {
    why: 'The platform sends the same wish again under a new messageId.',
    fix: 'Store idempotencyKey too; answer under the new messageId with the stored result.',
  },
  'queue/unlike-orders-apply': {
    why: 'Two guests may order the same.',
    fix: 'Compare ids and keys, never payloads.',
  },
  'queue/group-order': {
    why: 'A payment before its order has nothing to pay.',
    fix: 'Work through a group one by one; parallel over groups only.',
  },
  'queue/result-not-lost': {
    why: 'The order is made and the guest is told it failed.',
    fix: 'Store the result before the callback, and try again until it is answered; the message stays until then.',
  },
  'queue/rejected-result-stays-open': {
    why: 'A 400 says that the result was not understood.',
    fix: 'Log it, do not delete the message as if all were well, and go on with the next.',
  },
  'queue/survives-queue-faults': {
    why: 'Queues have bad minutes.',
    fix: 'Catch errors around each poll, wait a little, and poll again.',
  },
  'queue/unknown-kind': {
    why: 'New kinds will come.',
    fix: 'Log what is unknown and go on.',
  },
  'events/location-availability': { why: 'Guests would order at a closed house.', fix: 'Send open as a boolean.' },
  'events/order-type-availability': {
    why: 'A state nobody knows changes nothing.',
    fix: 'Map your states to those of the set; one entry for each order type.',
  },
  'events/listings-updated': {
    why: 'Everything each time is slow, and hides what changed.',
    fix: 'Send only the listings that changed, as a list.',
  },
  'events/table-changed': {
    why: 'The guest looks at an old bill.',
    fix: 'Send one of the five change types and the diff as an object.',
  },
  'events/unique-message-id': {
    why: 'A repeat must be told from another event.',
    fix: 'Make the id with the event, store both, and repeat both.',
  },
  'events/change-is-pushed': {
    why: 'The platform learns of it in no other way.',
    fix: 'Push from where the change is made, whoever made it.',
  },
  'tips/put-body': { why: 'The link goes to that number.', fix: 'Write numbers in E.164: +48 and digits, no spaces.' },
  'tips/same-id-as-bill': { why: 'The tip would reach nobody.', fix: 'Use one id of a person everywhere.' },
  'tips/pending-and-active': {
    why: 'Until a person confirms, the link is pending.',
    fix: 'Accept both, and a recipient without phoneNumber and expiresAt.',
  },
};
