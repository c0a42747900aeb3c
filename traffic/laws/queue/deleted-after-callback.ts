import type { Finding, Judgement } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw, holds, untold } from '../define.ts';
import { sinceActivation } from '../since-activation.ts';
import { createHandlings, type Handling, isDeleted, visibilityMs } from './handlings.ts';

const id = 'queue/delete-after-callback';

/** Endpoints › Queue delivery › 4: deleted after the callback response, with the ReceiptHandle of that delivery. */
export const deletedAfterCallback = definePosLaw({
  id: 'queue/deleted-after-callback',
  covers: [id],
  start: sinceActivation([id], () => {
    const handlings = createHandlings();
    const early = new Set<string>();
    /** Deletions with a former handle: the right one may still come. */
    const wrong = new Map<string, Handling>();
    const charge = (says: (handling: Handling) => boolean): readonly Judgement[] =>
      [...wrong.values()].flatMap((handling) => {
        if (!says(handling)) return [];
        wrong.delete(handling.messageId);
        return [broken(id, former(handling))];
      });
    return {
      see(seen) {
        if (seen.kind === 'delete' && seen.outcome === 'invalid' && !handlings.hasForgotten())
          return [broken(id, invalid)];
        return handlings.add(seen).flatMap((handling) => {
          const { messageId, messageKind } = handling;
          // The test round trip has a requirement of its own.
          if (messageKind === 'Test') return [];
          if (usesFormerHandle(handling)) wrong.set(messageId, handling);
          else wrong.delete(messageId);
          const finding = early.has(messageId) ? undefined : deletedEarly(handling);
          if (finding !== undefined) {
            early.add(messageId);
            return [broken(id, finding)];
          }
          const isRight = seen.kind === 'delete' && seen.outcome === 'deleted' && handling.callbacks.length > 0;
          return isRight && !early.has(messageId) && !wrong.has(messageId) ? [holds(id)] : [];
        });
      },
      // Past the time in which it is delivered once more, nobody looks after the last delivery any more.
      at: (now) => charge(({ deliveries }) => now - (deliveries.at(-1)?.at ?? now) > 2 * visibilityMs),
      end: () => [...charge(() => true), untold(id, 'no message was answered and deleted')],
    };
  }),
});

/** Within one millisecond the order of the stream tells: who waits for the answer deletes after it. */
export const waitedFor = (callback: TrafficOf<'callback'>, deletion: TrafficOf<'delete'>): boolean =>
  deletion.at > callback.answeredAt || (deletion.at === callback.answeredAt && deletion.n > callback.n);

/** A duplicate may be deleted at once: its callback was answered before. */
const deletedEarly = ({ messageId, callbacks, deletes }: Handling): Finding | undefined => {
  const [callback] = callbacks;
  const [deletion] = deletes;
  if (callback === undefined || deletion === undefined || waitedFor(callback, deletion)) return undefined;
  // Not answered at all: when the till gave up waiting cannot be seen from here.
  if (callback.status === undefined) return undefined;
  return {
    message:
      'The till deleted a message before its callback was answered; if the callback fails now the result is lost. Wait for the answer, then delete.',
    expected: `DeleteMessage of ${messageId} after the answer to its callback`,
    actual: `deleted ${callback.answeredAt - deletion.at} ms before`,
    exchanges: [callback.exchange],
    cause: 'deleted early',
  };
};

/**
 * A till that is late may well delete with the handle of its own delivery when the next one has come. It is wrong to use a
 * handle that has done its work for a later delivery, and to use none but that of a former one.
 */
const usesFormerHandle = (handling: Handling): boolean => {
  const { deliveries, deletes } = handling;
  const last = deliveries.at(-1);
  return deletes.some(({ outcome, receiptHandle, at }) => {
    const done = deletes.find((one) => one.receiptHandle === receiptHandle && one.outcome === 'deleted' && !one.lost);
    const later = done && deliveries.filter((delivery) => delivery.at > done.at && delivery.at <= at);
    // A delete that went out twice may well arrive after the next delivery, which then is deleted with its own handle.
    if (later && later.length > 0)
      return !deletes.some((one) => later.some((next) => next.receiptHandle === one.receiptHandle));
    if (outcome !== 'stale' || last === undefined) return false;
    return !isDeleted(handling) && at > last.at && receiptHandle !== last.receiptHandle;
  });
};

const former = ({ messageId }: Handling): Finding => ({
  message:
    'The till deleted a message that had been delivered again with the receipt handle of the former delivery; each delivery has its own.',
  expected: `the ReceiptHandle of the last delivery of ${messageId}`,
  actual: 'the handle of a former one',
  cause: 'former handle',
});

const invalid: Finding = {
  message: 'The till deleted with a receipt handle that was never issued; use the ReceiptHandle of the delivery.',
  expected: 'the ReceiptHandle that came with the message',
  actual: 'a handle of no delivery',
  cause: 'invalid handle',
};

/** Whether the till has deleted a command as it has to, so that what it does to another message is about that one. */
export const hasDeletedWell = (handlings: Iterable<Handling>): boolean =>
  [...handlings].some(({ messageKind, callbacks, deletes }) => {
    const callback = callbacks.find(({ status = 500 }) => status >= 200 && status < 300);
    const [first] = deletes;
    return (
      messageKind !== 'Test' && callback !== undefined && first?.outcome === 'deleted' && waitedFor(callback, first)
    );
  });
