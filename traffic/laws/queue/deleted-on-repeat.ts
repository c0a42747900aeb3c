import type { Finding } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import type { Handling } from '../../ledgers/till/messages.ts';

/** A result that follows the deletion so soon was on its way when the message was deleted. */
const soonMs = 1_000;

/**
 * Errors › Callback responses: after 400 the message stays open. It comes again, is deleted, and the result follows right after that: had
 * it failed, it would be lost. Who has given the message up sends nothing more; who keeps results by itself may send one at any
 * time, also just then, so that it is a warning.
 */
export const deletedOnRepeat = (
  { messageId, deliveries, callbacks, deletes }: Handling,
  seen: TrafficOf<'callback'>,
): Finding | undefined => {
  const [deletion, ...others] = deletes;
  const repeat = deliveries.at(-1);
  if (deletion === undefined || others.length > 0 || deletion.outcome !== 'deleted') return undefined;
  if (repeat === undefined || deliveries.length < 2 || repeat.n > deletion.n) return undefined;
  const former = callbacks.filter(({ n }) => n < seen.n);
  const [first] = former;
  const areRejected = former.every(({ status, answeredAt }) => status === 400 && answeredAt <= repeat.at);
  const isSoon = seen.n > deletion.n && seen.at >= deletion.at && seen.at - deletion.at <= soonMs;
  if (first === undefined || !areRejected || !isSoon) return undefined;
  return {
    message:
      'A message whose result had been rejected with 400 came again and was deleted before its result was sent once more; if that fails now it is lost. Wait for the answer, then delete.',
    expected: `DeleteMessage of ${messageId} after the answer to its callback`,
    actual: `a callback ${seen.at - deletion.at} ms after its deletion`,
    exchanges: [first.exchange, deletion.exchange, seen.exchange],
    cause: 'deleted before the result was sent again',
  };
};
