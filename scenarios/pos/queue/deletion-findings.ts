import type { Finding } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../context/pos.ts';
import { acceptedOf, type Handling, handlingsIn, isDeleted, ofKind, visibilityMs } from '#traffic/laws';

/** Deletions that came before the callback of the message was answered, or with a handle that is not the message's. */
export const wrongDeletions = (traffic: readonly TillTraffic[]): readonly Finding[] => [
  ...commandsIn(traffic).flatMap((handling) => early(handling) ?? stale(handling) ?? []),
  ...ofKind(traffic, 'delete')
    .filter(({ outcome }) => outcome === 'invalid')
    .map(() => ({
      message: 'The till deleted with a receipt handle that was never issued; use the ReceiptHandle of the delivery.',
      expected: 'the ReceiptHandle that came with the message',
      actual: 'a handle of no delivery',
      cause: 'invalid handle',
    })),
];

/** The test round trip has a requirement of its own. */
const commandsIn = (traffic: readonly TillTraffic[]): readonly Handling[] =>
  handlingsIn(traffic).filter(({ messageKind }) => messageKind !== 'Test');

/** A duplicate may be deleted at once: its callback was answered before. */
const early = ({ messageId, callbacks, deletes }: Handling): Finding | undefined => {
  const [callback] = callbacks;
  const [deletion] = deletes;
  if (callback === undefined || deletion === undefined || deletion.at >= callback.answeredAt) return undefined;
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
const stale = (handling: Handling): Finding | undefined => {
  const { deliveries, deletes, messageId } = handling;
  const last = deliveries.at(-1);
  const wrong = deletes.find(({ outcome, receiptHandle, at }) => {
    const former = deletes.find((one) => one.receiptHandle === receiptHandle && one.outcome === 'deleted' && !one.lost);
    const later = former && deliveries.filter((delivery) => delivery.at > former.at && delivery.at <= at);
    // A delete that went out twice may well arrive after the next delivery, which then is deleted with its own handle.
    if (later && later.length > 0)
      return !deletes.some((one) => later.some((next) => next.receiptHandle === one.receiptHandle));
    if (outcome !== 'stale' || last === undefined) return false;
    return !isDeleted(handling) && at > last.at && receiptHandle !== last.receiptHandle;
  });
  return (
    wrong && {
      message:
        'The till deleted a message that had been delivered again with the receipt handle of the former delivery; each delivery has its own.',
      expected: `the ReceiptHandle of the last delivery of ${messageId}`,
      actual: 'the handle of a former one',
      cause: 'former handle',
    }
  );
};

/** A handled message that comes late has little time left to be deleted in. */
const promptMs = 20_000;

export interface Undeleted {
  readonly handling: Handling;
  readonly callback: TrafficOf<'callback'>;
  /** When it is delivered again. */
  readonly dueAt: number;
}

/**
 * Messages whose result was accepted in good time and that nobody tried to delete. Past `dueAt` they are delivered
 * again; until then they may still be deleted.
 */
export const undeleted = (traffic: readonly TillTraffic[]): readonly Undeleted[] => {
  // Whoever deletes with handles of no delivery tried to delete, and is told so.
  if (ofKind(traffic, 'delete').some(({ outcome }) => outcome === 'invalid')) return [];
  return commandsIn(traffic).flatMap((handling) => {
    const callback = acceptedOf(handling);
    const delivery = callback && handling.deliveries.findLast(({ at }) => at <= callback.at);
    if (callback === undefined || delivery === undefined || handling.deletes.length > 0) return [];
    if (callback.answeredAt - delivery.at > promptMs) return [];
    // Whether a message that comes again is deleted is asked where it is made to come again.
    if (delivery !== handling.deliveries[0]) return [];
    return [{ handling, callback, dueAt: delivery.at + visibilityMs }];
  });
};

export const undeletedFinding = ({ handling, callback }: Undeleted): Finding => ({
  message:
    'The till did not delete a message whose result the platform had accepted, so that it is delivered again and again; delete it after the 204.',
  expected: `DeleteMessage of ${handling.messageId} within ${visibilityMs / 1000} s of its delivery`,
  actual: `no deletion; delivered ${handling.deliveries.length} times`,
  exchanges: [callback.exchange],
  cause: `${handling.messageKind} not deleted`,
});

/** Whether the till has deleted a command as it has to, so that what it does to another message is about that one. */
export const hasDeletedWell = (traffic: readonly TillTraffic[]): boolean =>
  commandsIn(traffic).some((handling) => {
    const callback = acceptedOf(handling);
    const [first] = handling.deletes;
    return callback !== undefined && first?.outcome === 'deleted' && first.at >= callback.answeredAt;
  });
