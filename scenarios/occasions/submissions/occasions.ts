import type { CheckOutcome, Effort } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { seedOf } from '../../arrange/seed.ts';
import { notExercised, outcomeOf, passed, failed } from '../../outcome.ts';
import { checkParts } from '../../pos/submission/submission-check.ts';
import { createCoveringPlan, plannedIn, type Row } from '../covering.ts';
import { createAsking } from './asking.ts';
import { toldOf } from './findings.ts';
import { asPlanned, avoidedIn, plannedSubmissions, plannedWith, submissionFactors, unplanned } from './levels.ts';
import { createSubmissionTrying } from './trying.ts';
import { type Ask, type Seen, submissionCovers } from './wrongs.ts';
import { isDeleted, lifecyclesIn } from '#traffic/laws';
import type { CommandWorld } from '../../arrange/till/command-answer.ts';
import { type Looked, lookOnce } from '../../arrange/till/tables.ts';

/** How many levels come together in every way there is, and how many orders that may take where nothing is wrong. */
const planned = (effort: Effort) => (effort === 'thorough' ? { strength: 3, rows: 200 } : { strength: 2, rows: 110 });
/** A till that is not done with so many has other troubles, which are told elsewhere. */
const mostUnsettled = 3;
/** For a till that keeps one waiting. */
const fewRows = 6;
/** Of those away from tables so many are under way together, as long as the last of them is not kept waiting. */
const mostTogether = 16;
const shortMs = 4_000;

export const submissionsAt = (effort: Effort) => {
  const factors = asPlanned(plannedSubmissions());
  return plannedIn(factors, { ...planned(effort), avoided: avoidedIn(factors) });
};

const repeated = ['submission/texts', 'queue/duplicate-not-applied', 'queue/idempotency-key'] as const;
type Shown = (typeof repeated)[number];

/** What comes to a till at once is drawn; what is wrong is reduced to the fewest things with which it still is. */
export const submissionPlan = defineOrderScenario({
  id: 'pos/order-occasions',
  title: 'Whatever ordinary things come together in one order, it comes to what it does without one of them',
  takesLong: true,
  needs: ['pos.fixtures.listings.inStock'],
  covers: submissionCovers,
  provokes: ['queue/duplicate-same-result', 'queue/group-order'],
  async run(world) {
    const looks = async (tableId = world.fixtures.tables?.open?.[0]): Promise<CheckOutcome | undefined> =>
      tableId === undefined ? undefined : await alikeLooks(world, tableId);
    const asking = await outcomeOf(createAsking(world));
    if ('status' in asking) {
      const alike = await looks();
      if (alike) world.check('queue/unlike-orders-apply', alike);
      return asking;
    }
    // With nothing odd, as far as this till takes such orders.
    const plain = Object.fromEntries(submissionFactors.map((factor) => [factor, asking.levels[factor]?.[0] ?? '']));
    const begun = world.clock.now();
    const ask: Ask = async (...wish) => {
      const one = await asking.ask(...wish);
      if (one.submitted) checkParts(world, one.submitted);
      return one;
    };
    const hasPaid = asking.levels['prepaid']?.includes('yes') === true;
    const { see, lookInto, isUsual } = await createSubmissionTrying(world, {
      ask,
      plain,
      hasPaid,
      alikeLooks: () => looks(asking.tableId()),
      toldOf,
    });
    const isShort = isLeftOut(world, 'orders of many kinds');
    // Each of few waits as long as those of other scenarios that are under way.
    const together = isShort ? fewRows : Math.max(1, Math.min(mostTogether, shortMs / (world.clock.now() - begun)));
    const { strength, rows } = planned(world.effort);
    const factors = asPlanned(asking.levels);
    const plan = createCoveringPlan(factors, {
      strength,
      seed: seedOf(`${world.seed}/${world.scenario}`),
      avoided: avoidedIn(factors),
    });
    const most = isUsual ? (isShort ? fewRows : rows) : 0;
    const shown = new Set<Shown>();
    let unsettled = 0;
    const isOver = (): boolean => unsettled >= mostUnsettled;
    const attempt = async (batch: readonly Row[]): Promise<void> => {
      for (const [at, seen] of (await Promise.all(batch.map((row) => see(unplanned(row))))).entries()) {
        if (seen && seen.asked.came !== 'settled') unsettled += seen.asked.came === 'undeleted' ? mostUnsettled : 1;
        if (seen?.wrongs.length === 0) {
          plan.answered(batch[at] ?? {});
          for (const breaks of shownBy(seen)) shown.add(breaks);
        } else if (seen)
          for (const levels of await lookInto(seen)) for (const one of plannedWith(levels, factors)) plan.avoid(one);
      }
    };
    for (let tried = 0; tried < most; ) {
      const drawn = Array.from({ length: Math.min(together, most - tried) }, () => plan.next());
      const batch = drawn.filter((row) => row !== undefined);
      if (batch.length === 0 || isOver()) break;
      tried += batch.length;
      world.progress(`${tried} of ${most} orders of many kinds`);
      await attempt(batch);
    }
    for (const id of repeated) world.check(id, shown.has(id) ? passed : unshown);
    for (const { size, covered, all } of plan.shares())
      world.attempted(`${size === 2 ? 'pairs' : 'triples'} of ways to order`, covered, all, size);
    return undefined;
  },
});

const unshown = notExercised('no such order was accepted, or nothing shows how often it was carried out');

const shownBy = ({ asked: { row, came, again, submitted }, isCounted }: Seen): readonly Shown[] => [
  ...(row['note'] !== 'none' && submitted?.result.success === true ? (['submission/texts'] as const) : []),
  ...(!isCounted || came !== 'settled' || row['repeat'] === 'none'
    ? []
    : ([again ? 'queue/idempotency-key' : 'queue/duplicate-not-applied'] as const)),
];

const rounds = 3;
const longAgoMs = 86_400_000;

/**
 * Resources › Queue message envelope: a message is known by its ids. Asked in turn with a checkpoint that was never sent before, and
 * without one, whoever knows a message by what it holds is up to date each first time, and behind or silent each second.
 */
const alikeLooks = async (world: CommandWorld, tableId: string): Promise<CheckOutcome | undefined> => {
  const exchanges: number[] = [];
  let said = '';
  for (let round = 1; round <= rounds; round++) {
    const unlike = await lookOnce(world, tableId, new Date(world.clock.now() - longAgoMs - round).toISOString());
    if (unlike.kind !== 'looked' || unlike.table.snapshot?.updatedAtMs === undefined) return undefined;
    const passedOver = passedOverIn(world);
    const alike = await lookOnce(world, tableId);
    const isPassedOver = passedOverIn(world) > passedOver;
    if (!(alike.kind === 'looked' ? isBehind(alike, unlike) : isPassedOver)) return undefined;
    exchanges.push(unlike.exchange, ...(alike.kind === 'looked' ? [alike.exchange] : []));
    said = isPassedOver ? 'deleted without a result' : 'answered with an earlier updatedAt';
  }
  return failed({
    expected: 'a request without a checkpoint answered as the one with a new checkpoint just before it',
    actual: `${said}, ${rounds} of ${rounds} times`,
    exchanges,
    cause: 'a request like an earlier one taken for it',
  });
};

const isBehind = ({ table: { snapshot } }: Looked, unlike: Looked): boolean =>
  (snapshot?.updatedAtMs ?? Number.POSITIVE_INFINITY) < (unlike.table.snapshot?.updatedAtMs ?? 0);

const passedOverIn = ({ till }: CommandWorld): number =>
  lifecyclesIn(till.traffic()).filter((one) => isDeleted(one) && one.callbacks.length === 0).length;
