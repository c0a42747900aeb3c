import { createReferenceMerchant } from '#mocks/merchant';
import { createReferenceTill } from '#mocks/pos';
import type { Clock } from '#mocks/time';
import type { Peer } from '#harness/targets/reference-peers';
import { drawPairs } from './draw.ts';
import { type PairPlan, pairsOfLevels, type Watch } from './plan.ts';
import { shopFactors, shopFault } from './shop-pairs.ts';
import { tillFactors, tillFault } from './till-pairs.ts';

export { fits, pairOf, type PairPlan, pairText } from './plan.ts';
export { shopFactors, tillFactors };

/** Faults that need several ordinary things at once. */
export const pairsOf = (party: PairPlan['party'], seed: number, wanted: number): readonly PairPlan[] =>
  party === 'merchant' ? drawPairs(shopFactors, seed, wanted) : drawPairs(tillFactors, seed, wanted);

/** A reference peer with the fault of a plan; without one it is as it should be, and watched. */
export const createWatched = (
  { party, variant }: Pick<PairPlan, 'party' | 'variant'>,
  plan: PairPlan | undefined,
  clock: Clock,
  watch: Watch,
): Peer => {
  const named = variant as never;
  return party === 'merchant'
    ? createReferenceMerchant({ variant: named, clock, faults: [shopFault(plan, watch)] })
    : createReferenceTill({ variant: named, clock, faults: [tillFault(plan, watch)] });
};

/** Pairs of levels that can meet at a reference peer. */
export const pairsThatMeet = ({ party, variant }: Pick<PairPlan, 'party' | 'variant'>): readonly string[] =>
  party === 'merchant' ? pairsOfLevels(shopFactors, variant) : pairsOfLevels(tillFactors, variant);
