import type { Judgement, RequirementId } from '#schemas';
import { createShopLedgers } from '../ledgers/shop/ledgers.ts';
import { type ByteBudget, createByteBudget } from '../retention/byte-budget.ts';
import type { Law, LawContext, LawRun, LawSettings, Stall } from './law.ts';
import { createTillLedgers } from '../ledgers/till/ledgers.ts';
import { createLifecycles } from '../ledgers/till/messages.ts';

/** A judgement, and the law that says so. */
export interface LawJudgement extends Judgement {
  readonly law: string;
}

/** Laws over one stream: of one target, of one till's location. */
export interface Watch<Seen> {
  readonly see: (seen: Seen) => readonly LawJudgement[];
  readonly at: (now: number) => readonly LawJudgement[];
  readonly stalled: (stall: Stall) => void;
  readonly end: (now: number) => readonly LawJudgement[];
}

const none: readonly Judgement[] = [];

/** Beside the exchanges that are kept: laws remember results and events that may come again, and pages that go on. */
export const createLawBudget = (): ByteBudget => createByteBudget({ most: 16 * 1024 * 1024, small: 1024 });

/** Starts the laws on a new stream. What a law has spoken about is exercised, whatever it says of it in the end. */
export const watch = <Seen>(laws: readonly Law<Seen>[], settings: LawSettings): Watch<Seen> => {
  const spoken = new Set<RequirementId>();
  const { budget = createLawBudget() } = settings;
  const lifecycles = createLifecycles(budget);
  const context: LawContext = {
    ...settings,
    budget,
    lifecycles,
    shop: createShopLedgers(budget, settings),
    till: createTillLedgers(lifecycles, budget),
  };
  const runs = laws.map(({ id, start }) => ({ id, run: start(context) }));
  const ask = (says: (run: LawRun<Seen>) => readonly Judgement[]): readonly LawJudgement[] => {
    const all: LawJudgement[] = [];
    for (const { id, run } of runs)
      for (const judgement of says(run)) {
        if (judgement.outcome.status !== 'not-exercised') spoken.add(judgement.requirement);
        all.push({ ...judgement, law: id });
      }
    return all;
  };
  return {
    see: (seen) => ask((run) => run.see(seen)),
    at: (now) => ask((run) => run.at?.(now) ?? none),
    stalled(stall) {
      for (const { run } of runs) run.stalled?.(stall);
    },
    end: (now) =>
      ask((run) => run.end(now)).filter(
        ({ requirement, outcome }) => outcome.status !== 'not-exercised' || !spoken.has(requirement),
      ),
  };
};
