import { firstViolation } from '#schemas';
import { refusedWatchMs, unpolledMs } from '#traffic/laws';
import { hasPolled } from '../../arrange/till/active-till.ts';
import { definePosScenario } from '../../define.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import type { PosWorld, TillTraffic, TrafficOf } from '../../context/pos.ts';
import type { Triggered } from '../../context/merchant.ts';
import { readField } from '../../arrange/till/read-results.ts';

type World = PosWorld<'activation/recovers-with-new-pin'>;

/** Less than a refused till is watched, where it is refused once more: what it goes on with after the first comes up then too. */
const briefMs = 1_000;

export default definePosScenario({
  id: 'pos/activation',
  title: 'A refused PIN leaves the till inactive, and a new one activates it',
  phase: 'activation',
  needs: ['triggers.activatePos'],
  covers: ['activation/recovers-with-new-pin'],
  provokes: ['activation/failure-respected'],
  async run(world) {
    const { till } = world;
    world.progress('activating the till with a PIN that is refused');
    const refused = await handPin(world, till.issueRefusedPin('INVALID_OR_EXPIRED_PIN'), false);
    if (refused.call === undefined) return notExercised(...whyNoCall(refused.triggered));
    await watch(world, refused.call, briefMs);
    // The other reason there is; a till that tries no more after the first shows that below.
    const other = await handPin(world, till.issueRefusedPin('ACTIVATION_NOT_ALLOWED'), false);
    await watch(world, other.call ?? refused.call, refusedWatchMs);
    world.check('activation/recovers-with-new-pin', await recover(world, other.call ?? refused.call));
  },
});

const whyNoCall = (triggered: Triggered): [reason: string, unlock: string] =>
  triggered.kind === 'unavailable'
    ? [triggered.reason, triggered.unlock]
    : [
        `no activation call arrived within ${callMs / 1000} s after the trigger; does the till reach the platform address it was given?`,
        'triggers.activatePos',
      ];

/** Time enough to go on as if it were active. */
const watch = ({ till }: World, { n }: TrafficOf<'activation'>, withinMs: number) =>
  till.next('health', { from: n, withinMs });

const recover = async (world: World, refusal: TrafficOf<'activation'>) => {
  world.progress('activating the till with a PIN that is accepted');
  const { till } = world;
  const from = till.mark();
  const { call, triggered } = await handPin(world, till.issuePin(), true);
  const since = () => till.traffic().filter(({ n }) => n >= from);
  if (call && ((await hasPolled(world, call)) || since().some(isOfActiveTill))) return passed;
  const tried = since().findLast(({ kind }) => kind === 'activation');
  if (call === undefined) {
    if (tried === undefined && triggered.kind === 'unavailable')
      return notExercised(triggered.reason, triggered.unlock);
    // Once wrong is enough: a till that takes a later PIN can still be asked everything else.
    await handPin(world, till.issuePin(), true);
  }
  if (call === undefined && tried?.kind === 'activation' && firstViolation('activate-pos', tried.body) !== undefined)
    return notExercised(
      'the platform refused the activation call with the new PIN because of its body (see activation/body)',
    );
  return failed({
    expected: 'an activation call with the new PIN, and calls of an active till after its success',
    actual: call
      ? `success, and then no call for ${unpolledMs / 1000} s`
      : tried
        ? 'an activation call that is refused as well'
        : `no activation call within ${callMs / 1000} s`,
    exchanges: [refusal.exchange, ...(call ? [call.exchange] : [])],
    cause: call ? 'idle' : tried ? 'refused again' : 'no call',
  });
};

const isOfActiveTill = ({ kind }: TillTraffic): boolean => kind !== 'activation' && kind !== 'unknown-path';

/** How long an activation call may take to come after its trigger. */
export const callMs = 15_000;

export interface Handed {
  /** The activation call that was answered as this PIN has to be. */
  readonly call: TrafficOf<'activation'> | undefined;
  readonly triggered: Triggered;
}

/**
 * Hands a PIN over. The activation call decides, not what the trigger answers: a till may well report a refused
 * activation as a failure of its own.
 */
export const handPin = async (
  { till, triggers }: Pick<PosWorld, 'till' | 'triggers'>,
  pinCode: string,
  accepted: boolean,
): Promise<Handed> => {
  const from = till.mark();
  const { platformUrl, merchantTaxId } = till;
  const triggered = await triggers.fire('activatePos', { platformUrl, merchantTaxId, pinCode }, (withinMs) =>
    till.next('activation', { from, matches: ({ body }) => readField(body, 'pinCode') === pinCode, withinMs }),
  );
  const withinMs = triggered.kind === 'done' ? callMs : 1_000;
  const matches = ({ success }: TrafficOf<'activation'>) => success === accepted;
  return { call: await till.next('activation', { from, matches, withinMs }), triggered };
};
