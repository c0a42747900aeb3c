import { answeredKinds } from '#schemas';
import type { Sight } from '../../../evidence/row.ts';
import { isDeletedEarly } from '../../../ledgers/till/habits.ts';
import { answerPatienceMs, deletionOf, type Lifecycle } from '../../../ledgers/till/messages.ts';
import { createRetries } from '../../../ledgers/till/repeats.ts';
import type { TrafficOf } from '../../../till-traffic.ts';
import { byMessage, type CallRow } from '../law-of-rows.ts';
import { formerHandleIn } from './former-handle.ts';

const requirement = 'queue/delete-after-callback';
/** The test round trip has a requirement of its own. */
const isOther = ({ messageKind }: Lifecycle): boolean => messageKind !== 'Test';
const toAnswer: readonly string[] = answeredKinds.filter((kind) => kind !== 'Test');
/** A result that follows the deletion so soon was on its way when the message was deleted. */
const soonMs = 1_000;

const afterItsAnswer = (messageId: string): string => `DeleteMessage of ${messageId} after the answer to its callback`;

/** Endpoints › Queue delivery › 4: deleted after the callback response, with the ReceiptHandle of that delivery. */
export const deleteAfterCallback: readonly CallRow[] = [
  {
    requirement,
    cause: 'invalid handle',
    look:
      ({ lifecycles }) =>
      ({ seen }) => {
        if (seen.kind !== 'delete' || seen.outcome !== 'invalid' || lifecycles.hasForgotten()) return undefined;
        const expected = 'the ReceiptHandle that came with the message';
        return { exchanges: [seen.exchange], expected, actual: 'a handle of no delivery' };
      },
  },
  {
    requirement,
    cause: 'former handle',
    dueMs: 0,
    look: () => byMessage((lifecycle) => (isOther(lifecycle) ? formerHandleIn(lifecycle) : undefined)),
  },
  {
    requirement,
    cause: 'deleted early',
    look:
      () =>
      ({ seen, about }) =>
        about.filter(isOther).flatMap((lifecycle): readonly (Sight | 'passed')[] => {
          const [callback, deletion] = [lifecycle.callbacks[0], lifecycle.deletes[0]];
          if (callback === undefined || deletion === undefined) return [];
          if (!isDeletedEarly(lifecycle)) {
            const isDone = seen.kind === 'delete' && seen.outcome === 'deleted';
            return isDone && formerHandleIn(lifecycle) === undefined ? ['passed'] : [];
          }
          if (seen.n !== callback.n && seen.n !== deletion.n) return [];
          return [
            {
              unlike: lifecycle.messageId,
              exchanges: [callback.exchange, deletion.exchange],
              expected: afterItsAnswer(lifecycle.messageId),
              actual: `deleted ${callback.answeredAt - deletion.at} ms before`,
            },
          ];
        }),
  },
  {
    // Errors › Callback responses: after 400 the message stays open.
    requirement,
    cause: 'deleted before the result was sent again',
    leeway: 'a till that keeps its results may send one at any time',
    look:
      () =>
      ({ seen, about: [lifecycle] }) => {
        if (seen.kind !== 'callback' || lifecycle === undefined || isDeletedEarly(lifecycle)) return undefined;
        return isOther(lifecycle) ? sentAfterDeletion(lifecycle, seen) : undefined;
      },
  },
  {
    requirement,
    message:
      'The till deleted a message without sending its result, so the platform waits in vain; send a result for every command, and delete after the answer to it.',
    dueMs: answerPatienceMs,
    // That no result of a kind comes is told where it is read, and that it goes elsewhere is told where it goes.
    isEnough: (sights, { lifecycles, till: { habits } }) => {
      const { messageKind = '' } = lifecycles.get(String(sights.at(-1)?.unlike)) ?? {};
      return habits.answers(messageKind) && !habits.goesAstray();
    },
    look: (_, budget) => {
      const isRetry = createRetries(budget, 'either');
      return byMessage((lifecycle) => (isRetry(lifecycle) ? undefined : unansweredIn(lifecycle)));
    },
  },
];

/** It came again after a 400, was deleted, and the result follows right after that. Who has given the message up sends nothing more. */
const sentAfterDeletion = (
  { messageId, deliveries, callbacks, deletes }: Lifecycle,
  seen: TrafficOf<'callback'>,
): Sight | undefined => {
  const [[deletion, ...others], repeat] = [deletes, deliveries.at(-1)];
  if (deletion === undefined || others.length > 0 || deletion.outcome !== 'deleted') return undefined;
  if (repeat === undefined || deliveries.length < 2 || repeat.n > deletion.n) return undefined;
  const former = callbacks.filter(({ n }) => n < seen.n);
  const [first] = former;
  const areRejected = former.every(({ status, answeredAt }) => status === 400 && answeredAt <= repeat.at);
  const isSoon = seen.n > deletion.n && seen.at >= deletion.at && seen.at - deletion.at <= soonMs;
  if (first === undefined || !areRejected || !isSoon) return undefined;
  return {
    exchanges: [first.exchange, deletion.exchange, seen.exchange],
    expected: afterItsAnswer(messageId),
    actual: `a callback ${seen.at - deletion.at} ms after its deletion`,
  };
};

/** Of a business operation, and not answered before anybody watched. */
const unansweredIn = (lifecycle: Lifecycle): Sight | undefined => {
  const { messageId, messageKind, callbacks, deliveries, deletes } = lifecycle;
  const [[first], deletion] = [deliveries, deletionOf(lifecycle)];
  if (deletion === undefined || callbacks.length > 0 || !toAnswer.includes(messageKind)) return undefined;
  if (first?.idempotencyKey === undefined || first.receiveCount !== 1) return undefined;
  return {
    unlike: messageId,
    at: deletion.at,
    exchanges: [...deliveries, ...deletes].map(({ exchange }) => exchange).slice(0, 3),
    expected: `a result of ${messageKind} for ${messageId} that is answered 204, and then its deletion`,
    actual: `deleted, and no result within ${answerPatienceMs / 1000} s`,
    cause: `${messageKind} deleted unanswered`,
  };
};
