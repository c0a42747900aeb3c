import { forEach } from '../arrange/basket/open-basket.ts';
import type { MerchantWorld } from '../context/merchant.ts';
import type { CheckOutcome } from '#schemas';
import type { CoveringPlan, Turn } from './covering.ts';

type Company = Pick<MerchantWorld, 'isBeside' | 'suspects' | 'scenario' | 'seed'>;

/** What is handed on of a row that failed beside others, as a property hands on its plan. */
const property = 'row';

interface Carrying {
  readonly most: number;
  /** So many are drawn before it is known what was found. */
  readonly atOnce?: number;
  basketOf?(turn: Turn): unknown;
  isEnough(): boolean;
}

/** Rows as they are drawn, each of a basket of its own unless told; where others are under way too, those of different baskets at once. */
export const carryOut = async (
  world: Company,
  plan: CoveringPlan,
  { most, atOnce = 16, basketOf = ({ pick }) => pick, isEnough }: Carrying,
  attempt: (turn: Turn) => Promise<unknown>,
): Promise<void> => {
  let pick = 0;
  while (pick < most && !isEnough()) {
    const drawn = Array.from({ length: world.isBeside ? Math.min(atOnce, most - pick) : 1 }, () => plan.next());
    const turns = drawn.filter((row) => row !== undefined).map((row) => ({ row, pick: pick++ }));
    if (turns.length === 0) break;
    await forEach(world, [...Map.groupBy(turns, basketOf).values()], async (ofOne) => {
      for (const turn of ofOne) await attempt(turn);
    });
  }
  // Last, when it is known which levels show nothing else.
  const suspects = (world.suspects ?? []).flatMap((one) => (one.property === property ? [one.plan as Turn] : []));
  for (const turn of suspects) if (!plan.isAvoided(turn.row)) await attempt(turn);
};

/** Passes on what is found; beside others that is enough, since all is tried again alone then. */
export const noting = <Id>({ isBeside, scenario, seed }: Company, check: (id: Id, outcome: CheckOutcome) => void) => {
  let isAny = false;
  return {
    check(id: Id, outcome: CheckOutcome, plan?: Turn): void {
      if (outcome.status !== 'failed' || isBeside !== true) return check(id, outcome);
      isAny = true;
      check(id, plan ? { ...outcome, replay: { scenario, property, plan, seed, runs: 1, shrinks: 0 } } : outcome);
    },
    isEnough: () => isAny,
  };
};
