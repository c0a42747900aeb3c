import { acceptedOf, lifecycleIn, ofKind, isAccepted, isDeleted, isForGood } from '#traffic/laws';
import { type ChoosingWorld, isLeftOut } from '../sampling.ts';
import type { PosWorld, SentCommand } from '../../context/pos.ts';
import { harmless } from './active-till.ts';
import { ask, type CommandWorld } from './command-answer.ts';
import type { CheckOutcome } from '#schemas';
import { failed } from '../../outcome.ts';

type World = ChoosingWorld & CommandWorld & Pick<PosWorld, 'claims' | 'fixtures'>;

/**
 * Whether the till answers what is nothing to stumble over, and with its credentials; where time is short what it was sent last will
 * do. Of whose calls none is taken every message comes again and again, and no other one before it.
 */
export const stillAnswers = async (world: World): Promise<boolean> => {
  if (hasTakenLast(world) && isLeftOut(world, 'a command just to see it answered')) return true;
  const answer = await ask(world, harmless(world));
  if (answer.kind !== 'answered') return false;
  const callbacks = ofKind(world.till.traffic(), 'callback');
  return callbacks.find(({ exchange }) => exchange === answer.exchange)?.status !== unauthorized;
};

const unauthorized = 401;

const hasTakenLast = ({ till }: World): boolean => {
  const last = till.sent().at(-1);
  const lifecycle = last && lifecycleIn(till.traffic(), last.messageId);
  return lifecycle !== undefined && acceptedOf(lifecycle) !== undefined;
};

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
  const lifecycle = lifecycleIn(till.traffic(), messageId);
  const last = lifecycle?.callbacks.at(-1);
  if (lifecycle === undefined || last === undefined || isDeleted(lifecycle)) return undefined;
  if (lifecycle.callbacks.some((one) => isAccepted(one) || isForGood(one))) return undefined;
  const again = lifecycle.deliveries.filter(({ at }) => at > last.answeredAt);
  if (again.length === 0) return undefined;
  return failed({
    expected: `a result of ${messageKind} that is answered 204`,
    actual: `${lifecycle.callbacks.length} callbacks, none taken, and ${again.length} deliveries since`,
    exchanges: [last, ...again.slice(0, 2)].map(({ exchange }) => exchange),
    cause: `${messageKind} left when its result was not taken`,
  });
};
