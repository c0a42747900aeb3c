import { firstPollMs, hasPolled } from '../../arrange/till/active-till.ts';
import { definePosScenario } from '../../define.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { readField } from '../../arrange/till/read-results.ts';
import type { PosWorld, TillTraffic, TrafficOf } from '../../context/pos.ts';
import type { Triggered } from '../../context/merchant.ts';

const covers = ['activation/failure-respected', 'activation/recovers-with-new-pin'] as const;
type World = PosWorld<(typeof covers)[number]>;

/** How long a refused till is watched: one that takes HTTP 200 for success reports its health at once. */
const watchMs = 3_000;
/** How long an activation call may take to come after its trigger. */
const callMs = 15_000;

export default definePosScenario({
  id: 'pos/activation',
  title: 'A refused PIN leaves the till inactive, and a new one activates it',
  phase: 'activation',
  needs: ['triggers.activatePos'],
  covers,
  async run(world) {
    const { till } = world;
    world.progress('activating the till with a PIN that is refused');
    const left = till.traffic().filter(isOfActiveTill);
    const refused = await hand(world, till.issueRefusedPin('INVALID_OR_EXPIRED_PIN'), false);
    if (refused.call === undefined) return notExercised(...whyNoCall(refused.triggered));
    world.check('activation/failure-respected', await watch(world, refused.call, left));
    // The other reason there is; a till that tries no more after the first shows that below.
    const other = await hand(world, till.issueRefusedPin('ACTIVATION_NOT_ALLOWED'), false);
    if (other.call) world.check('activation/failure-respected', await watch(world, other.call, left));
    world.check('activation/recovers-with-new-pin', await recover(world, other.call ?? refused.call));
  },
});

interface Handed {
  /** The activation call that was answered as this PIN has to be. */
  readonly call: TrafficOf<'activation'> | undefined;
  readonly triggered: Triggered;
}

/**
 * Hands a PIN over. The activation call decides, not what the trigger answers: a till may well report a refused
 * activation as a failure of its own.
 */
const hand = async ({ till, triggers }: World, pinCode: string, accepted: boolean): Promise<Handed> => {
  const from = till.mark();
  const { platformUrl, merchantTaxId } = till;
  const triggered = await triggers.fire('activatePos', { platformUrl, merchantTaxId, pinCode }, (withinMs) =>
    till.next('activation', { from, matches: ({ body }) => readField(body, 'pinCode') === pinCode, withinMs }),
  );
  const withinMs = triggered.kind === 'done' ? callMs : 1_000;
  const matches = ({ success }: TrafficOf<'activation'>) => success === accepted;
  return { call: await till.next('activation', { from, matches, withinMs }), triggered };
};

const whyNoCall = (triggered: Triggered): [reason: string, unlock: string] =>
  triggered.kind === 'unavailable'
    ? [triggered.reason, triggered.unlock]
    : [
        `no activation call arrived within ${callMs / 1000} s after the trigger; does the till reach the platform address it was given?`,
        'triggers.activatePos',
      ];

const watch = async (world: World, refusal: TrafficOf<'activation'>, left: readonly TillTraffic[]) => {
  await world.till.next('health', { from: refusal.n, withinMs: watchMs });
  const [early] = world.till.traffic().filter((seen) => seen.n > refusal.n && isOfActiveTill(seen));
  if (early === undefined) return passed;
  if (left.length > 0)
    return notExercised('the till was calling before it was given a PIN; stop it and start it anew before the run');
  return failed({
    message:
      'After an activation that was answered with success false the till went on as if it were active; read success from the body, the HTTP status is always 200.',
    expected: `no signed call and no queue call within ${watchMs / 1000} s after success false`,
    actual: inWords(early),
    exchanges: [refusal.exchange, ...('exchange' in early ? [early.exchange] : [])],
    cause: `${early.kind} after a refused activation`,
  });
};

const recover = async (world: World, refusal: TrafficOf<'activation'>) => {
  world.progress('activating the till with a PIN that is accepted');
  const { till } = world;
  const from = till.mark();
  const { call, triggered } = await hand(world, till.issuePin(), true);
  const since = () => till.traffic().filter(({ n }) => n >= from);
  if (call && ((await hasPolled(world, call)) || since().some(isOfActiveTill))) return passed;
  const tried = since().findLast(({ kind }) => kind === 'activation');
  if (call === undefined) {
    if (tried === undefined && triggered.kind === 'unavailable')
      return notExercised(triggered.reason, triggered.unlock);
    // Once wrong is enough: a till that takes a later PIN can still be asked everything else.
    await hand(world, till.issuePin(), true);
  }
  return failed({
    message:
      'After a refused activation a new PIN did not make the till active; let it be activated again, with the PIN it is given then.',
    expected: 'an activation call with the new PIN, and calls of an active till after its success',
    actual: call
      ? `success, and then no call for ${firstPollMs / 1000} s`
      : tried
        ? 'an activation call that is refused as well'
        : `no activation call within ${callMs / 1000} s`,
    exchanges: [refusal.exchange, ...(call ? [call.exchange] : [])],
    cause: call ? 'idle' : tried ? 'refused again' : 'no call',
  });
};

const isOfActiveTill = ({ kind }: TillTraffic): boolean => kind !== 'activation' && kind !== 'unknown-path';

const inWords = (seen: TillTraffic): string => {
  if (seen.kind === 'queue-refused') return `a queue call ${seen.action} (${seen.reason})`;
  return seen.kind === 'receive' || seen.kind === 'delete' ? `a queue call: ${seen.kind}` : `a ${seen.kind} call`;
};
