import type { Finding } from '#schemas';
import type { TillTraffic } from '#traffic';
import { lifecyclesIn } from '#traffic/laws';
import { isGivenUp } from './awaited-callback.ts';

interface Waited {
  readonly now: number;
  readonly patienceMs: number;
}

/** So many messages of a kind are waited for; of a till that has answered nothing at all, one of each kind. */
const mostAsked = { answersOthers: 2, answersNothing: 1 } as const;
/** From sending a message, when the waiting begins, to its delivery. */
const deliveryMs = 1_000;

/**
 * What is wrong with a till of which it is certain that it answers nothing of a kind: it is not asked for it again. A message
 * in a group of its own is one that was asked by itself.
 */
export const neverAnswered = (
  traffic: readonly TillTraffic[],
  messageKind: string,
  { now, patienceMs }: Waited,
): Finding | undefined => {
  const lifecycles = lifecyclesIn(traffic);
  const answered = lifecycles.filter(({ callbacks }) => callbacks.length > 0);
  if (answered.some((one) => one.messageKind === messageKind)) return undefined;
  const { length } = lifecycles.filter(
    (one) =>
      one.messageKind === messageKind &&
      one.groupId === one.messageId &&
      (isGivenUp(one, traffic, now) || one.deliveries.some(({ at }) => now - at >= patienceMs - deliveryMs)),
  );
  if (length < (answered.length > 0 ? mostAsked.answersOthers : mostAsked.answersNothing)) return undefined;
  return {
    message: `No ${messageKind} was ever answered, so the till was not asked for it again; send the result to the callback address of its messageId, also when it is a failure.`,
    expected: `POST …/async/${messageKind}/{messageId} within ${patienceMs / 1000} s`,
    actual: `${length} received, none answered`,
    cause: `no answer to ${messageKind}`,
  };
};
