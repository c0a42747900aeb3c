import { defineTillScenario, harmless } from '../../arrange/till/active-till.ts';
import { freshId } from '../../arrange/identity.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { stillAnswers } from '../../arrange/till/answered-before.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import type { PosWorld, TrafficOf } from '../../context/pos.ts';

type World = PosWorld<'queue/unknown-kind'>;

/** A kind the platform may have one day. */
const unknownKind = 'LoyaltyBalanceRequested';

export default defineTillScenario({
  id: 'pos/queue-unknown-kind',
  title: 'A message of an unknown kind leaves the till working',
  phase: 'after',
  covers: ['queue/unknown-kind'],
  async run(world) {
    const { till, patienceMs } = world;
    // The same command before: where that is not answered either, the unknown kind is not what is wrong.
    if (!(await stillAnswers(world))) return notExercised('the till does not answer known kinds either');
    const from = till.mark();
    const unknown = await till.send({ messageKind: unknownKind, payload: { customerId: freshId() } });
    const delivery = await till.next('receive', {
      from,
      matches: ({ messages }) => messages.some(({ messageId }) => messageId === unknown.messageId),
      withinMs: patienceMs,
    });
    if (delivery === undefined) return notExercised('the till did not receive the message of an unknown kind');
    const later = await ask(world, harmless(world));
    // Nobody deletes it, and what comes every 30 s is not to be in the way of others.
    till.withdraw(unknown.messageId);
    if (later.kind === 'answered') return passed;
    if (!(await pollsAfter(world, delivery)))
      return notExercised('the till stopped polling after a message of an unknown kind (see queue/long-polling)');
    const outcome = failed({
      expected: 'an answer to the next command, of another group',
      actual: later.kind === 'silent' ? (later.finding.actual ?? 'none') : later.reason,
      exchanges: [delivery.exchange],
      cause: 'stopped by an unknown kind',
    });
    world.check('queue/unknown-kind', outcome);
    // What stuns a till for a while is not for others to find.
    await till.next('callback', { from: delivery.n + 1, withinMs: stunnedMs });
    return undefined;
  },
});

/** From when it answered no more. */
const stunnedMs = 45_000;
/** Longer than a till may hold back, and an open poll of it be invisible. */
const pollMs = 60_000;

const pollsAfter = async ({ till, clock }: World, { endedAt, n }: TrafficOf<'receive'>): Promise<boolean> =>
  (await till.next('receive', {
    from: n + 1,
    matches: ({ at }) => at >= endedAt,
    withinMs: Math.max(0, endedAt + pollMs - clock.now()),
  })) !== undefined;
