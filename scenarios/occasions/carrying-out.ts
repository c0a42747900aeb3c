import { forEach } from '../arrange/basket/open-basket.ts';
import type { MerchantWorld } from '../context/merchant.ts';
import type { CheckOutcome } from '#schemas';
import type { CoveringPlan, Turn } from './covering.ts';

interface Carrying {
  readonly most: number;
  /** So many are drawn before it is known what was found. */
  readonly atOnce?: number;
  basketOf?(turn: Turn): unknown;
  isFound(): boolean;
}

/**
 * Rows as they are drawn, each of a basket of its own unless told; where others are under way too, those of different baskets at once, and
 * no more as soon as something is found: all is tried again alone then.
 */
export const carryOut = async (
  world: Pick<MerchantWorld, 'isBeside'>,
  plan: CoveringPlan,
  { most, atOnce = 16, basketOf = ({ pick }) => pick, isFound }: Carrying,
  attempt: (turn: Turn) => Promise<unknown>,
): Promise<void> => {
  const isBeside = world.isBeside === true;
  let pick = 0;
  while (pick < most && !(isBeside && isFound())) {
    const drawn = Array.from({ length: isBeside ? Math.min(atOnce, most - pick) : 1 }, () => plan.next());
    const turns = drawn.filter((row) => row !== undefined).map((row) => ({ row, pick: pick++ }));
    if (turns.length === 0) return;
    await forEach(world, [...Map.groupBy(turns, basketOf).values()], async (ofOne) => {
      for (const turn of ofOne) await attempt(turn);
    });
  }
};

/** Passes on what is found, and notes that there was something. */
export const noting = <Id>(check: (id: Id, outcome: CheckOutcome) => void) => {
  let isAny = false;
  return {
    check(id: Id, outcome: CheckOutcome): void {
      isAny ||= outcome.status === 'failed';
      check(id, outcome);
    },
    isFound: () => isAny,
  };
};
