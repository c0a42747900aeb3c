import type { CheckOutcome, Effort } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { seedOf } from '../../arrange/seed.ts';
import { notExercised, passed } from '../../outcome.ts';
import { createCoveringPlan, plannedIn } from '../covering.ts';
import { createAsking } from './asking.ts';
import { isOfItems, notTogether, oddIn, plainAmong, plannedSubmissions } from './levels.ts';
import { createSubmissionTrying, type Seen, type SubmissionBreaks } from './trying.ts';

/** How many levels come together in every way there is, and how many orders that may take where nothing is wrong. */
const efforts = {
  quick: { strength: 2, rows: 60 },
  standard: { strength: 2, rows: 60 },
  thorough: { strength: 3, rows: 200 },
} as const;
/** For a till that keeps one waiting. */
const fewRows = 6;

export const submissionsAt = (effort: Effort) =>
  plannedIn(plannedSubmissions(), { ...efforts[effort], avoided: notTogether });

const covers = [
  'submission/contexts',
  'submission/texts',
  'submission/result-body',
  'submission/rejection-reasons',
  'submission/partial-is-failure',
  'table/lines-follow-orders',
  'queue/duplicate-not-applied',
  'queue/idempotency-key',
] as const satisfies readonly SubmissionBreaks[];

/** What comes to a till at once is drawn; what is wrong is reduced to the fewest things with which it still is. */
export const submissionPlan = defineOrderScenario({
  id: 'pos/order-occasions',
  title: 'Whatever ordinary things come together in one order, it comes to what it does without one of them',
  takesLong: true,
  needs: ['pos.fixtures.listings.inStock'],
  covers,
  provokes: ['queue/duplicate-same-result'],
  async run(world) {
    const asking = await createAsking(world);
    const plain = plainAmong(asking.levels);
    const { see, lookInto } = await createSubmissionTrying(world, world, asking, plain);
    const { strength, rows } = efforts[world.effort];
    const plan = createCoveringPlan(asking.levels, {
      strength,
      seed: seedOf(`${world.seed}/${world.scenario}`),
      avoided: notTogether,
    });
    const most = isLeftOut(world, 'orders of many kinds') ? fewRows : rows;
    const told = new Map<SubmissionBreaks, CheckOutcome>();
    for (let tried = 0; tried < most; ) {
      const drawn = Array.from({ length: Math.min(asking.together, most - tried) }, () => plan.next());
      const batch = drawn.filter((row) => row !== undefined);
      if (batch.length === 0) break;
      tried += batch.length;
      world.progress(`${tried} of ${most} orders of many kinds`);
      for (const seen of await Promise.all(batch.map((row) => see(row)))) {
        if (seen === undefined) continue;
        if (seen.wrongs.length === 0) {
          plan.answered(seen.asked.row);
          for (const breaks of shownBy(seen)) told.set(breaks, passed);
        } else
          for (const levels of await lookInto(seen))
            if (oddIn({ ...plain, ...levels }, plain).some((one) => !isOfItems(one))) plan.avoid(levels);
      }
    }
    for (const breaks of ['queue/duplicate-not-applied', 'queue/idempotency-key'] as const)
      world.check(breaks, told.get(breaks) ?? uncounted);
    for (const { size, covered, all } of plan.shares())
      world.attempted(size === 2 ? 'pairs of levels' : 'triples of levels', covered, all, size);
  },
});

const uncounted = notExercised('no order was repeated of which it shows how often it was carried out');

const shownBy = ({ asked: { row, came, again }, isCounted }: Seen): readonly SubmissionBreaks[] => {
  if (!isCounted || came !== 'settled' || row['repeat'] === 'none') return [];
  return again ? ['queue/idempotency-key'] : ['queue/duplicate-not-applied'];
};
