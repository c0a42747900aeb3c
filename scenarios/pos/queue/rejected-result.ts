import type { CheckOutcome } from '#schemas';
import { lifecyclesIn, hasDeletedWell, isDeletedEarly, ofKind } from '#traffic/laws';
import { ask } from '../../arrange/till/command-answer.ts';
import { harmless } from '../../arrange/till/active-till.ts';
import type { PosWorld, SentCommand } from '../../context/pos.ts';
import { failed, notExercised, passed } from '../../outcome.ts';

type World = PosWorld<'queue/rejected-result-stays-open'>;

/** Within the time a rejected message is watched, a till that repeats itself with any pause at all stays below. */
const hotLoop = { callbacks: 50, watchMs: 2_000 } as const;

/** Whether another command is answered after a result that is rejected. */
export const judgeRejected = async (world: World, rejected: SentCommand): Promise<CheckOutcome> => {
  const { till, patienceMs } = world;
  const matches = ({ messageId }: { readonly messageId: string }) => messageId === rejected.messageId;
  const first = await till.next('callback', { from: 0, matches, withinMs: patienceMs });
  if (first === undefined) return notExercised('the command for the rejected result was not answered');
  const later = await ask(world, harmless(world));
  if (later.kind === 'answered') return passed;
  const loops = await hotLoopIn(world, rejected);
  if (loops) return loops;
  return failed({
    expected: 'an answer to the next command, of another group',
    actual: later.kind === 'silent' ? (later.finding.actual ?? 'none') : later.reason,
    exchanges: [first.exchange],
    cause: 'stopped by a rejection',
  });
};

/** Errors › Callback responses: the message stays open; how often a till tries before it gives one up is its own choice. */
export const droppedIn = ({ till }: World, { messageId }: SentCommand): CheckOutcome | undefined => {
  const all = lifecyclesIn(till.traffic());
  const lifecycle = all.find((one) => one.messageId === messageId);
  // Who deletes before the answer is told that of every message.
  if (!hasDeletedWell(all) || all.some(isDeletedEarly)) return undefined;
  const [first, ...others] = lifecycle?.callbacks ?? [];
  const deletion = lifecycle?.deletes.find(({ outcome }) => outcome === 'deleted');
  if (first === undefined || others.length > 0 || deletion === undefined || deletion.at < first.answeredAt)
    return undefined;
  return failed({
    expected: 'no DeleteMessage before another result',
    actual: `deleted ${deletion.at - first.answeredAt} ms after the 400`,
    exchanges: [first.exchange, deletion.exchange],
    cause: 'deleted after a rejection',
  });
};

export const hotLoopIn = async (
  { till, clock, signal }: World,
  { messageId }: SentCommand,
): Promise<CheckOutcome | undefined> => {
  const callbacks = () => ofKind(till.traffic(), 'callback').filter((one) => one.messageId === messageId);
  const [first] = callbacks();
  if (first === undefined) return undefined;
  const untilMs = first.at + hotLoop.watchMs - clock.now();
  if (untilMs > 0) await clock.sleep(untilMs, signal);
  const repeated = callbacks().filter(({ at }) => at - first.at <= hotLoop.watchMs).length;
  if (repeated <= hotLoop.callbacks) return undefined;
  return failed({
    expected: `no more than ${hotLoop.callbacks} callbacks about a message in ${hotLoop.watchMs / 1000} s`,
    actual: `${repeated} callbacks`,
    exchanges: [first.exchange],
    cause: 'hot loop',
  });
};
