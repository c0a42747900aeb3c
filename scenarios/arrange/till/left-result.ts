import type { CheckOutcome } from '#schemas';
import { lifecyclesIn, isAccepted, isDeleted } from '#traffic/laws';
import type { PosWorld, SentCommand, TrafficOf } from '../../context/pos.ts';
import { failed } from '../../outcome.ts';
import { harmless } from './active-till.ts';
import { ask } from './command-answer.ts';

/**
 * Endpoints › Queue delivery › 4: deleted on the response to its callback, which an error is not. Of a message whose result
 * was made to fail and that was delivered again since: whether the till has left it for good while it works on. Undefined
 * where it has not.
 */
export const leftOutcome = async (world: PosWorld<never>, sent: SentCommand): Promise<CheckOutcome | undefined> => {
  if (leftIn(world, sent) === undefined || (await ask(world, harmless(world))).kind !== 'answered') return undefined;
  return leftIn(world, sent);
};

const leftIn = ({ till }: PosWorld<never>, { messageId, messageKind }: SentCommand): CheckOutcome | undefined => {
  const lifecycle = lifecyclesIn(till.traffic()).find((one) => one.messageId === messageId);
  const last = lifecycle?.callbacks.at(-1);
  if (lifecycle === undefined || last === undefined || isDeleted(lifecycle)) return undefined;
  if (lifecycle.callbacks.some((one) => isAccepted(one) || isForGood(one))) return undefined;
  const again = lifecycle.deliveries.filter(({ at }) => at > last.answeredAt);
  if (again.length === 0) return undefined;
  return failed({
    message:
      'A result that was not taken never came again, although its message did; send it again, or answer the message when it is delivered again.',
    expected: `a result of ${messageKind} that is answered 204`,
    actual: `${lifecycle.callbacks.length} callbacks, none taken, and ${again.length} deliveries since`,
    exchanges: [last, ...again.slice(0, 2)].map(({ exchange }) => exchange),
    cause: `${messageKind} left when its result was not taken`,
  });
};

const isForGood = ({ status = 0 }: TrafficOf<'callback'>): boolean => status >= 400 && status < 500;
