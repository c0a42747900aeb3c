import { activationIn, harmless, inactive } from '../../arrange/till/active-till.ts';
import { definePosScenario } from '../../define.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import type { PosWorld, TillTraffic } from '../../context/pos.ts';

type World = PosWorld<'auth/calls-are-signed'>;

/** The calls of a till that have to be signed. */
type SignedCall = Extract<TillTraffic, { kind: 'health' | 'event' | 'callback' | 'test-call' | 'tip' }>;

/** Last in the run: it reads all traffic there was. */
export default definePosScenario({
  id: 'pos/signatures',
  title: 'Every call of the run was signed with the issued credentials',
  phase: 'after',
  needs: ['triggers.activatePos'],
  covers: ['auth/calls-are-signed'],
  async run(world) {
    const activation = activationIn(world.till.traffic());
    if (activation === undefined) {
      world.check('auth/calls-are-signed', notExercised('the till was never activated', 'triggers.activatePos'));
      return;
    }
    // With only some scenarios chosen, there may have been nothing to answer yet.
    if (!callsSince(world, activation.n).some(({ kind }) => kind === 'callback') && !(await inactive(world)))
      await ask(world, harmless(world));
    judge(world, callsSince(world, activation.n));
  },
});

const judge = (world: World, calls: readonly SignedCall[]): void => {
  if (calls.length === 0) world.check('auth/calls-are-signed', notExercised('the till made no call to be signed'));
  for (const [kind, ofKind] of Map.groupBy(calls, nameOf)) {
    const wrong = ofKind.filter(({ signed }) => !signed);
    const [first] = wrong;
    if (first === undefined) {
      world.check('auth/calls-are-signed', passed);
      continue;
    }
    world.check(
      'auth/calls-are-signed',
      failed({
        message: `A ${kind} call was not signed with the issued credentials; sign every call after activation, as platform.signature says.`,
        expected: 'a valid signature made with the apiKey and secret of the activation response',
        actual: `${first.problem ?? 'no signature'} (${wrong.length} of ${ofKind.length} ${kind} calls)`,
        exchanges: [first.exchange],
        cause: `${kind}: ${first.problem ?? 'no signature'}`,
      }),
    );
  }
};

const callsSince = ({ till }: World, from: number): readonly SignedCall[] =>
  till.traffic().filter((seen): seen is SignedCall => seen.n > from && 'signed' in seen);

const nameOf = (call: SignedCall): string => (call.kind === 'tip' ? `tip recipient ${call.action}` : call.kind);
