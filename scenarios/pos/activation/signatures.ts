import { activationIn, harmless, inactive } from '../../arrange/till/active-till.ts';
import { ask } from '../../arrange/till/command-answer.ts';
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
    return undefined;
  },
});
