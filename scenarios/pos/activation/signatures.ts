import { ofKind } from '#traffic/laws';
import { activationIn, harmless, inactive } from '../../arrange/till/active-till.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import { awaitEvent } from '../../arrange/till/await-event.ts';
import { locationChange } from '../../arrange/till/location-event.ts';
import type { PosWorld } from '../../context/pos.ts';
import { definePosScenario } from '../../define.ts';
import { notExercised } from '../../outcome.ts';

/** Last in the run: all calls of it are looked at. */
export default definePosScenario({
  id: 'pos/signatures',
  title: 'Every call of the run was signed with the issued credentials',
  phase: 'after',
  needs: ['triggers.activatePos'],
  covers: [],
  provokes: ['auth/calls-are-signed'],
  async run(world) {
    const activation = activationIn(world.till.traffic());
    if (activation === undefined) return notExercised('the till was never activated', 'triggers.activatePos');
    // With only some scenarios chosen, there may have been nothing to answer yet.
    const hasAnswered = world.till.traffic().some(({ kind, n }) => kind === 'callback' && n > activation.n);
    if (!hasAnswered && !(await inactive(world))) await ask(world, harmless(world));
    if (grantedIn(world) > 1) await pushEvent(world);
    return undefined;
  },
});

const grantedIn = ({ till }: PosWorld<never>): number =>
  ofKind(till.traffic(), 'activation').filter(({ success }) => success).length;

/** Nobody fails here for an event that does not come. */
const eventMs = 5_000;

/** Events are sent by another part of a till than callbacks and heartbeats are: has it heard of the second activation? */
const pushEvent = async (world: PosWorld<never>): Promise<void> => {
  if (!world.claims.events || !world.triggers.has('setLocation')) return;
  for (const open of [false, true]) {
    const { trigger, event } = locationChange(open);
    await awaitEvent(world, trigger, { ...event, patienceMs: eventMs });
  }
};
