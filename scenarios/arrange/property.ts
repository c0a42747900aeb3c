import fc from 'fast-check';
import type { CheckOutcome, ReplayPlan } from '#schemas';
import { notExercised, outcomeOf, passed } from '../outcome.ts';
import type { DrawingWorld, Property } from '../context/merchant.ts';
import { seedOf } from './seed.ts';
import { attemptOnce, tryTogether, leaveOut } from './parallel.ts';

/** What a property needs of a world; any party's world will do. */
export type PropertyWorld = Omit<DrawingWorld<never>, 'observe' | 'check' | 'unprovoked' | 'leaves' | 'assumed'>;

/** Every attempt is real traffic on somebody's system, so both searching and shrinking stop by the clock. */
const limits = {
  quick: { searchMs: 60_000, shrinkMs: 10_000, shrinkAttempts: 40 },
  standard: { searchMs: 120_000, shrinkMs: 30_000, shrinkAttempts: 150 },
  thorough: { searchMs: 600_000, shrinkMs: 120_000, shrinkAttempts: 600 },
} as const;

const maxSkipsPerRun = 2;
const leastNarrowingMs = 10_000;

/**
 * Searches for a plan whose attempt fails and shrinks it. An attempt that answers `not-exercised` had its precondition
 * unmet and does not count; where none could be exercised the whole property is not exercised, and neither is one that
 * ran out of time with less than half of its attempts made. `examples` are the first of the runs. The answer carries the plan that fails, so that `--replay` runs exactly that again.
 */
export const holds = async <Plan>(
  world: PropertyWorld,
  property: Property<Plan>,
  arbitrary: fc.Arbitrary<Plan>,
  examples: readonly Plan[] = [],
): Promise<CheckOutcome> => {
  const { replay } = world;
  const told = announced(world, property);
  const isOwn = (one: ReplayPlan): boolean => one.scenario === world.scenario && one.property === property.name;
  const suspects = (world.suspects ?? []).filter(isOwn).map(({ plan }) => plan as Plan);
  if (replay === undefined) return await search(world, told, arbitrary, [...suspects, ...examples]);
  if (!isOwn(replay)) return notExercised('not part of this replay');
  const outcome = await told.attempt(replay.plan as Plan);
  world.replayed?.(property.name, outcome);
  return outcome.status === 'failed' ? { ...outcome, replay } : outcome;
};

/** Says which attempt is under way, and turns a precondition that it misses into its outcome. Of several at once nobody can tell whose traffic is told of. */
const announced = <Plan>(world: PropertyWorld, property: Property<Plan>): Property<Plan> => {
  const { name, together } = property;
  const attempt = async (plan: Plan) => await outcomeOf(property.attempt(plan));
  if (together === true || world.attempting === undefined) return { ...property, attempt };
  const seed = seedOf(`${world.seed}/${world.scenario}/${name}`);
  return {
    ...property,
    async attempt(plan) {
      world.attempting?.({ scenario: world.scenario, property: name, plan, seed });
      try {
        return await attempt(plan);
      } finally {
        world.attempting?.(undefined);
      }
    },
  };
};

interface Failure<Plan> {
  readonly plan: Plan;
  readonly finding: Extract<CheckOutcome, { readonly status: 'failed' }>;
}

const search = async <Plan>(
  world: PropertyWorld,
  property: Property<Plan>,
  arbitrary: fc.Arbitrary<Plan>,
  examples: readonly Plan[],
): Promise<CheckOutcome> => {
  const limit = limits[world.effort];
  const runs = property.runs[world.effort];
  const enough = property.enough ?? runs / 2;
  const searchMs = world.attemptsWithinMs ?? limit.searchMs;
  const seed = seedOf(`${world.seed}/${world.scenario}/${property.name}`);
  const seen = { exercised: 0, unmet: 0, isHopeless: false, shrinkAttempts: 0, deadline: world.clock.now() + searchMs };
  let unmet: CheckOutcome = notExercised('interrupted before the first attempt');
  let warning: CheckOutcome | undefined;
  let first: Failure<Plan> | undefined;
  let smallest: Failure<Plan> | undefined;
  /** What took so long to fail is neither narrowed down nor tried again: each attempt would be waited for as long. */
  let isTedious = false;
  let bug: { readonly cause: unknown } | undefined;

  const longFrom = world.effort === 'thorough' ? Infinity : world.clock.now() + (property.unhurriedMs ?? Infinity);
  const hurries = (): boolean => isHurried(world, longFrom);
  // Once time is up every further plan is let pass unsent, and not counted: fast-check's own interruption would leave the
  // attempt under way running behind the back of the next scenario.
  const spent = (): boolean =>
    bug !== undefined ||
    isTedious ||
    world.signal.aborted ||
    seen.isHopeless ||
    // Narrowed down alone.
    (first !== undefined && world.isBeside === true) ||
    world.clock.now() >= seen.deadline ||
    (first === undefined && seen.exercised === 0 && seen.unmet >= (property.mostUnmet ?? Infinity)) ||
    (first === undefined && seen.exercised >= enough && hurries()) ||
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
    const startedAt = world.clock.now();
    const outcome = first
      ? await attemptOnce(property.attempt, plan)
      : await ahead.next(plan, (hurries() ? Math.ceil(enough) : runs) - seen.exercised);
    if (outcome.status === 'thrown') {
      // A bug of ours or the end of the run, never a counterexample to shrink.
      bug = outcome;
      return 'held';
    }
    if (outcome.status === 'not-exercised') {
      unmet = outcome;
      seen.unmet++;
      seen.isHopeless = outcome === property.hopeless;
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
      const narrowingMs = Math.max(limit.shrinkMs, property.narrowingMs ?? 0);
      isTedious = world.clock.now() - startedAt > narrowingMs;
      seen.deadline = narrowingEnds(world, narrowingMs);
      if (world.isBeside !== true) property.found?.(outcome);
    }
    return 'failed';
  };

  const drawn = fc.asyncProperty(arbitrary, async (plan) => {
    const how = await attempt(plan);
    fc.pre(how !== 'unmet');
    return how === 'held';
  });
  const parameters = { seed, numRuns: runs, examples: examples.map((plan): [Plan] => [plan]) };
  const most = property.together === true ? runs * (1 + maxSkipsPerRun) : 0;
  const ahead = tryTogether(property.attempt, await plansOf(arbitrary, { ...parameters, numRuns: most }));
  const details = await fc.check(drawn, { ...parameters, maxSkipsPerRun });
  if (first && smallest && world.isBeside !== true) await leaveOut(arbitrary, () => smallest?.plan, attempt, spent);
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
    if (world.isBeside === true || isTedious) return { ...first.finding, replay: replayOf(first.plan) };
    return await confirmed(property, first, smallest, replayOf);
  }
  if (seen.exercised === 0) return unmet;
  world.attempted(property.name, seen.exercised, runs);
  const isThin = seen.exercised < enough && world.clock.now() >= seen.deadline;
  return warning ?? (isThin ? thin(property.name, seen.exercised, runs, searchMs) : passed);
};

/** Who says how long attempts may take has them made. */
const isHurried = (world: PropertyWorld, longFrom: number): boolean =>
  world.attemptsWithinMs === undefined &&
  (world.clock.now() >= Math.min(longFrom, world.hurryFrom ?? Infinity) || world.keepsWaiting?.() === true);

/** Late in a run a shorter case is worth less than the end of it. */
const narrowingEnds = ({ clock, hurryFrom = Number.POSITIVE_INFINITY }: PropertyWorld, withinMs: number): number =>
  Math.max(clock.now() + leastNarrowingMs, Math.min(clock.now() + withinMs, hurryFrom));

/** The plans of a search beforehand. `fc.sample` draws others from the same seed. */
const plansOf = async <Plan>(
  arbitrary: fc.Arbitrary<Plan>,
  parameters: fc.Parameters<[Plan]> & { readonly numRuns: number },
): Promise<readonly Plan[]> => {
  const plans: Plan[] = [];
  if (parameters.numRuns > 0)
    await fc.check(
      fc.asyncProperty(arbitrary, async (plan) => await Promise.resolve(void plans.push(plan))),
      parameters,
    );
  return plans;
};

const thin = (name: string, made: number, planned: number, withinMs: number): CheckOutcome =>
  notExercised(
    `${name}: only ${made} of ${planned} planned attempts fitted into ${Math.round(withinMs / 1000)} s, which is too few for a pass; none of them failed`,
    'attempts.within',
  );

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
