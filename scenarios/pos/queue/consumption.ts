import { lifecyclesIn, keptUntil, ofKind, undeletedIn } from '#traffic/laws';
import { freshId } from '../../arrange/identity.ts';
import { activationIn, harmless, hasPolled } from '../../arrange/till/active-till.ts';
import { deletesNothing } from '../../arrange/till/deletes-nothing.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import type { PosWorld } from '../../context/pos.ts';
import { definePosScenario } from '../../define.ts';
import { notExercised } from '../../outcome.ts';

/** With fewer handled messages than this the run has shown nothing of how a till works off its queue. */
const fewest = 3;

/** Near the end of the run: all traffic of it is looked at. */
export default definePosScenario({
  id: 'pos/queue-consumption',
  title: 'The whole run through, the till polled, answered and deleted as it has to',
  phase: 'after',
  needs: ['triggers.activatePos'],
  covers: [],
  provokes: [
    'queue/long-polling',
    'queue/issued-credentials',
    'queue/callback-address',
    'queue/delete-after-callback',
    'queue/handled-message-deleted',
    'queue/duplicate-same-result',
    'queue/group-order',
  ],
  async run(world) {
    const activation = activationIn(world.till.traffic());
    if (activation === undefined) return notExercised('the till was never activated', 'triggers.activatePos');
    // That it never polled was said when it was activated.
    if (!(await hasPolled(world, activation))) return undefined;
    await ensureHandled(world);
    await untilDeleted(world);
    await untilKept(world);
    return undefined;
  },
});

/** With only some scenarios chosen there may have been little to handle yet. */
const ensureHandled = async (world: PosWorld<never>): Promise<void> => {
  const groupId = freshId();
  const answers = () => ofKind(world.till.traffic(), 'callback');
  for (let asked = 0; asked < fewest && answers().length < fewest; asked++)
    await ask(world, { ...harmless(world), groupId });
};

/** Until everything that was handled is deleted, or is late. */
const untilDeleted = async (world: PosWorld<never>): Promise<void> => {
  const { till, clock } = world;
  // What was answered before that is not charged any more.
  const activatedAt = ofKind(till.traffic(), 'activation').findLast(({ success }) => success)?.at ?? 0;
  for (;;) {
    const open = lifecyclesIn(till.traffic()).flatMap((lifecycle) => undeletedIn(lifecycle, activatedAt) ?? []);
    const [next] = open.filter(({ dueAt }) => clock.now() < dueAt);
    if (next === undefined || open.some(({ dueAt }) => clock.now() >= dueAt)) return;
    world.progress('waiting for handled messages to be deleted');
    const { messageId } = next.lifecycle;
    await till.next('delete', {
      matches: (deletion) => deletion.messageId === messageId,
      from: next.callback.n,
      withinMs: next.dueAt - clock.now() + 1,
    });
  }
};

/** Until a message without a result is deleted, or has come so often that it is kept. */
const untilKept = async ({ till, clock, progress }: PosWorld<never>): Promise<void> => {
  for (const lifecycle of lifecyclesIn(till.traffic())) {
    if (deletesNothing(till.traffic(), clock.now())) return;
    const withinMs = (keptUntil(lifecycle) ?? 0) - clock.now();
    if (withinMs <= 0) continue;
    progress('waiting for a message without a result to be deleted');
    const { messageId } = lifecycle;
    await till.next('delete', { matches: (deletion) => deletion.messageId === messageId, withinMs });
  }
};
