import fc from 'fast-check';
import type { CheckOutcome, CommandKind } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { freshId } from '../../arrange/identity.ts';
import { listingsSync, tableSnapshot } from '../../arrange/till/commands.ts';
import { isGivenUp } from '../../arrange/till/awaited-callback.ts';
import { neverAnswered } from '../../arrange/till/command-answer.ts';
import { deletesNothing } from '../../arrange/till/deletes-nothing.ts';
import { holds } from '../../arrange/property.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { notExercised, passed } from '../../outcome.ts';
import { lifecyclesIn } from '#traffic/laws';
import type { CommandToSend, PosWorld, SentCommand } from '../../context/pos.ts';
import { takesNone } from './settlement.ts';

/** A command of a burst: its group, and what it asks for. The menu takes a till longer than a table, which tempts it to overtake. */
interface Step {
  readonly group: number;
  readonly asks: 'menu' | 'table';
}

export default defineTillScenario({
  id: 'pos/queue-groups',
  title: 'Bursts in several groups are answered in order within each group',
  phase: 'read',
  touches: [],
  covers: [],
  provokes: ['queue/group-order'],
  async run(world) {
    const property = {
      name: 'bursts-in-groups',
      runs: { quick: 2, standard: 4, thorough: 20 },
      attempt: (burst: readonly Step[]) => attempt(world, fewOf(world, burst)),
    };
    return await holds(world, property, bursts);
  },
});

/** Always several of the first group, or there would be no order to keep. */
const bursts: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.array(fc.record({ group: fc.nat({ max: 2 }), asks: fc.constantFrom<Step['asks']>('menu', 'table') }), {
      minLength: 0,
      maxLength: 12,
    }),
    fc.boolean(),
  )
  .map(
    ([steps, tableFirst]): readonly Step[] => [
      { group: 0, asks: tableFirst ? 'table' : 'menu' },
      ...steps,
      { group: 0, asks: 'table' },
    ],
    // The way back, so that a burst can be told from what is none while it is shrunk.
    (burst) => {
      const steps = burst as readonly Step[];
      const [first, last] = [steps[0], steps.at(-1)];
      if (steps.length < 2 || first?.group !== 0 || last?.group !== 0 || last.asks !== 'table')
        throw new Error('no burst');
      return [steps.slice(1, -1), first.asks === 'table'];
    },
  );

/** Of those in between; both ends are of one group. */
const mostBetween = 1;

/** At a till that keeps one waiting a burst of twelve takes half a minute. */
const fewOf = (world: PosWorld<never>, burst: readonly Step[]): readonly Step[] =>
  burst.length > mostBetween + 2 && isLeftOut(world, 'messages in the middle of a burst')
    ? [...burst.slice(0, mostBetween + 1), ...burst.slice(-1)]
    : burst;

const attempt = async (world: PosWorld<never>, burst: readonly Step[]): Promise<CheckOutcome> => {
  const { till, fixtures, claims, patienceMs, clock } = world;
  if (deletesNothing(till.traffic(), clock.now())) return undeleting;
  const kinds: readonly CommandKind[] = ['ProductListingsSyncRequested', 'TableOrderSnapshotRequested'];
  const mute = kinds.find((kind) => neverAnswered(till.traffic(), kind, { now: clock.now(), patienceMs }));
  if (mute !== undefined) return notExercised(`the till answers no ${mute}`);
  const { open = [], empty = [], closed = [] } = fixtures.tables ?? {};
  const [tableId] = [...open, ...empty, ...closed];
  const commandOf = ({ asks }: Step): CommandToSend =>
    tableId !== undefined && (asks === 'table' || !claims.listings) ? tableSnapshot(tableId) : listingsSync();
  const groups = [freshId(), freshId(), freshId()];
  const from = till.mark();
  const sent: SentCommand[] = [];
  // One after the other: sent at once, nobody could say which came first.
  for (const step of burst) {
    const groupId = groups[step.group];
    sent.push(await till.send({ ...commandOf(step), ...(groupId === undefined ? {} : { groupId }) }));
  }
  const deadline = clock.now() + patienceMs * 2;
  for (const { messageId } of sent) {
    if (!(await isSettled(world, { messageId, from, deadline }))) break;
    // What the platform does not take may hold its group up.
    if (takesNone(till.traffic())) break;
  }
  const own = new Set(groups);
  const traffic = till.traffic().filter(({ n }) => n >= from);
  const answered = lifecyclesIn(traffic).filter(({ groupId, callbacks }) => own.has(groupId) && callbacks.length > 0);
  return answered.length > 1 ? passed : notExercised('too few messages of the burst were answered');
};

const undeleting = notExercised(
  'the till deletes nothing, so the queue holds back every later message of a group (see queue/handled-message-deleted)',
);

/** How often it is looked whether the till deletes anything at all. */
const lookMs = 2_000;

/** Answered, or deleted without a result. Behind a message that is never deleted nothing comes. */
const isSettled = async (
  { till, clock }: PosWorld<never>,
  { messageId, from, deadline }: { readonly messageId: string; readonly from: number; readonly deadline: number },
): Promise<boolean> => {
  const matches = (callback: { readonly messageId: string }) => callback.messageId === messageId;
  do {
    const withinMs = Math.min(lookMs, Math.max(1, deadline - clock.now()));
    if (await till.next('callback', { from, matches, withinMs })) return true;
    const own = lifecyclesIn(till.traffic()).findLast((one) => one.messageId === messageId);
    if (own !== undefined && isGivenUp(own, till.traffic(), clock.now())) return true;
  } while (clock.now() < deadline && !deletesNothing(till.traffic(), clock.now()));
  return false;
};
