import { harmless, inactive } from '../../arrange/till/active-till.ts';
import { freshId } from '../../arrange/identity.ts';
import { definePosScenario } from '../../define.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { ask } from '../../arrange/till/command-answer.ts';

/** A kind the platform may have one day. */
const unknownKind = 'LoyaltyBalanceRequested';

export default definePosScenario({
  id: 'pos/queue-unknown-kind',
  title: 'A message of a kind nobody knows yet leaves the till working',
  phase: 'after',
  needs: ['triggers.activatePos'],
  covers: ['queue/unknown-kind'],
  async run(world) {
    const blocked = (await inactive(world)) ?? (await twin());
    if (blocked) {
      world.check('queue/unknown-kind', blocked);
      return;
    }
    const { till, patienceMs } = world;
    const from = till.mark();
    const unknown = await till.send({ messageKind: unknownKind, payload: { customerId: freshId() } });
    const delivery = await till.next('receive', {
      from,
      matches: ({ messages }) => messages.some(({ messageId }) => messageId === unknown.messageId),
      withinMs: patienceMs,
    });
    if (delivery === undefined) {
      world.check('queue/unknown-kind', notExercised('the till did not receive the message of an unknown kind'));
      return;
    }
    const later = await ask(world, harmless(world));
    world.check(
      'queue/unknown-kind',
      later.kind === 'answered'
        ? passed
        : failed({
            message:
              'After a message of an unknown kind the till answered no more; leave alone what you do not know and go on.',
            expected: 'an answer to the next command, of another group',
            actual: later.kind === 'silent' ? (later.finding.actual ?? 'none') : later.reason,
            cause: 'stopped by an unknown kind',
          }),
    );

    /** The same command before: where that is not answered either, the unknown kind is not what is wrong. */
    async function twin() {
      const answer = await ask(world, harmless(world));
      return answer.kind === 'answered' ? undefined : notExercised('the till does not answer known kinds either');
    }
  },
});
