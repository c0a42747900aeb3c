import fc from 'fast-check';
import type { CheckOutcome, CommandKind } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { freshId } from '../../arrange/identity.ts';
import { listingsSync, tableSnapshot } from '../../arrange/till/commands.ts';
import { isGivenUp } from '../../arrange/till/awaited-callback.ts';
import { neverAnswered } from '../../arrange/till/command-answer.ts';
import { deletesNothing } from '../../arrange/till/deletes-nothing.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { seedOf } from '../../arrange/seed.ts';
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
    const seed = seedOf(`${world.seed}/${world.scenario}`);
    let outcome = await attempt(world, shortest);
    for (const burst of fc.sample(bursts, { seed, numRuns: runs[world.effort] })) {
      // At a till that keeps one waiting a burst of twelve takes half a minute.
      if (outcome.status !== 'passed' || isLeftOut(world, 'longer bursts')) break;
      outcome = await attempt(world, burst);
    }
    return outcome;
  },
});

/** So many bursts are drawn. */
const runs = { quick: 1, standard: 3, thorough: 19 } as const;

const shortest: readonly Step[] = [
  { group: 0, asks: 'menu' },
  { group: 1, asks: 'table' },
  { group: 0, asks: 'table' },
];

const asked = fc.constantFrom<Step['asks']>('menu', 'table');
/** Always several of the first group, or there would be no order to keep. */
const bursts: fc.Arbitrary<readonly Step[]> = fc
  .tuple(asked, fc.array(fc.record({ group: fc.nat({ max: 2 }), asks: asked }), { minLength: 6, maxLength: 12 }))
  .map(([first, between]) => [{ group: 0, asks: first }, ...between, { group: 0, asks: 'table' }]);

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
    const own = lifecyclesIn(till.traffic()).find((one) => one.messageId === messageId);
    if (own !== undefined && isGivenUp(own, till.traffic(), clock.now())) return true;
  } while (clock.now() < deadline && !deletesNothing(till.traffic(), clock.now()));
  return false;
};
