import fc from 'fast-check';
import type { CheckOutcome, Finding, ReplayPlan } from '#schemas';
import { notExercised, passed } from '../outcome.ts';
import type { MerchantWorld, Property } from '../context/merchant.ts';
import { withOneLeftOut } from './left-out.ts';
import { seedOf } from './seed.ts';

/** What a property needs of a world; any party's world will do. */
export type PropertyWorld = Pick<
  MerchantWorld,
  'scenario' | 'seed' | 'effort' | 'clock' | 'signal' | 'replay' | 'progress'
>;

/** Every attempt is real traffic on somebody's system, so both searching and shrinking stop by the clock. */
const limits = {
  quick: { searchMs: 20_000, shrinkMs: 10_000, shrinkAttempts: 40 },
  standard: { searchMs: 60_000, shrinkMs: 30_000, shrinkAttempts: 150 },
  thorough: { searchMs: 300_000, shrinkMs: 120_000, shrinkAttempts: 600 },
} as const;

/**
 * Searches for a plan whose attempt fails and shrinks it. An attempt that answers `not-exercised` had its precondition
 * unmet and does not count; where none could be exercised the whole property is not exercised. `examples` are the first of
 * the runs. The answer carries the plan that fails, so that `--replay` runs exactly that again.
 */
export const holds = async <Plan>(
  world: PropertyWorld,
  property: Property<Plan>,
  arbitrary: fc.Arbitrary<Plan>,
  examples: readonly Plan[] = [],
): Promise<CheckOutcome> => {
  const { replay } = world;
  if (replay === undefined) return await search(world, property, arbitrary, examples);
  if (replay.scenario !== world.scenario || replay.property !== property.name)
    return notExercised('not part of this replay');
  const outcome = await property.attempt(replay.plan as Plan);
  return outcome.status === 'failed' ? { ...outcome, replay } : outcome;
};

interface Failure<Plan> {
  readonly plan: Plan;
  readonly finding: { readonly status: 'failed' } & Finding;
}

const search = async <Plan>(
  world: PropertyWorld,
  property: Property<Plan>,
  arbitrary: fc.Arbitrary<Plan>,
  examples: readonly Plan[],
): Promise<CheckOutcome> => {
  const limit = limits[world.effort];
  const runs = property.runs[world.effort];
  const seed = seedOf(`${world.seed}/${world.scenario}/${property.name}`);
  const seen = { exercised: 0, shrinkAttempts: 0, deadline: world.clock.now() + limit.searchMs };
  let unmet: CheckOutcome = notExercised('interrupted before the first attempt');
  let warning: CheckOutcome | undefined;
  let first: Failure<Plan> | undefined;
  let smallest: Failure<Plan> | undefined;
  let bug: { readonly cause: unknown } | undefined;

  // Once time is up every further plan counts as holding, unsent: fast-check's own interruption would leave the attempt
  // under way running behind the back of the next scenario.
  const spent = (): boolean =>
    bug !== undefined ||
    world.signal.aborted ||
    world.clock.now() >= seen.deadline ||
    seen.shrinkAttempts >= limit.shrinkAttempts;

  const held = new Set<string>();
  const attempt = async (plan: Plan): Promise<'held' | 'failed' | 'unmet'> => {
    // Narrowing down comes by the same plan more than once.
    const key = JSON.stringify(plan);
    if (spent() || held.has(key)) return 'held';
    if (first) seen.shrinkAttempts++;
    world.progress(
      first
        ? `${property.name}: narrowing a failure down, attempt ${seen.shrinkAttempts}`
        : `${property.name}: attempt ${seen.exercised + 1} of ${runs}`,
    );
    let outcome: CheckOutcome;
    try {
      outcome = await property.attempt(plan);
    } catch (cause) {
      // A throw is a bug of ours or the end of the run, never a counterexample to shrink.
      bug = { cause };
      return 'held';
    }
    if (outcome.status === 'not-exercised') {
      unmet = outcome;
      return 'unmet';
    }
    if (!first) seen.exercised++;
    if (outcome.status === 'warned') warning ??= outcome;
    if (outcome.status !== 'failed') {
      if (first) held.add(key);
      return 'held';
    }
    smallest = { plan, finding: outcome };
    if (!first) {
      first = smallest;
      seen.deadline = world.clock.now() + Math.max(limit.shrinkMs, property.narrowingMs ?? 0);
    }
    return 'failed';
  };

  const drawn = fc.asyncProperty(arbitrary, async (plan) => {
    const how = await attempt(plan);
    fc.pre(how !== 'unmet');
    return how === 'held';
  });
  const details = await fc.check(drawn, {
    seed,
    numRuns: runs,
    maxSkipsPerRun: 2,
    examples: examples.map((plan): [Plan] => [plan]),
  });
  if (first && smallest) await leaveOut(arbitrary, () => smallest?.plan, attempt, spent);
  if (bug) throw (bug as { readonly cause: unknown }).cause;
  if (first && smallest) {
    const replayOf = (plan: unknown): ReplayPlan => ({
      scenario: world.scenario,
      property: property.name,
      plan,
      seed,
      ...(details.counterexamplePath === null ? {} : { path: details.counterexamplePath }),
      runs: details.numRuns,
      shrinks: details.numShrinks,
    });
    return await confirmed(property, first, smallest, replayOf);
  }
  return seen.exercised === 0 ? unmet : (warning ?? passed);
};

/**
 * fast-check shrinks an array from its front and never below its least length plus one from its end, so that a step nobody
 * needs may stay behind the one that matters: `[5, held]` for `[5]`. Each such step is left out and tried; once that went
 * well, fast-check may simplify what is left.
 */
const leaveOut = async <Plan>(
  arbitrary: fc.Arbitrary<Plan>,
  smallest: () => Plan | undefined,
  attempt: (plan: Plan) => Promise<string>,
  isSpent: () => boolean,
): Promise<void> => {
  // Whether the arbitrary could have drawn it: a property need not expect any other plan.
  const isPlan = (value: unknown): value is Plan => arbitrary.canShrinkWithoutContext(value);
  for (let plan = smallest(), isFirst = true; plan !== undefined; isFirst = false) {
    const simpler = isFirst ? [] : [...arbitrary.shrink(plan, undefined)].map(({ value }) => value);
    const found = await firstFailing([...[...withOneLeftOut(plan)].filter(isPlan), ...simpler], attempt, isSpent);
    if (!found) return;
    plan = smallest();
  }
};

const firstFailing = async <Plan>(
  plans: readonly Plan[],
  attempt: (plan: Plan) => Promise<string>,
  isSpent: () => boolean,
): Promise<boolean> => {
  for (const plan of plans) {
    if (isSpent()) return false;
    if ((await attempt(plan)) === 'failed') return true;
  }
  return false;
};

/** Runs the shrunk plan once more: a counterexample one cannot see again is worth less, and its reader must know. */
const confirmed = async <Plan>(
  property: Property<Plan>,
  first: Failure<Plan>,
  smallest: Failure<Plan>,
  replayOf: (plan: unknown) => ReplayPlan,
): Promise<CheckOutcome> => {
  const again = await property.attempt(smallest.plan);
  if (again.status === 'failed') return { ...again, replay: replayOf(smallest.plan) };
  return {
    ...first.finding,
    message: `${first.finding.message} Seen once: when the shortest case was tried again the target's state made it undecidable, so the case given is the original one.`,
    cause: first.finding.cause ?? first.finding.message,
    replay: replayOf(first.plan),
  };
};
