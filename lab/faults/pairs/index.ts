import { createReferenceMerchant } from '#mocks/merchant';
import { createReferenceTill } from '#mocks/pos';
import type { Clock } from '#mocks/time';
import type { Peer } from '#harness/targets/reference-peers';
import { drawPairs } from './draw.ts';
import type { PairPlan } from './plan.ts';
import { shopFactors, shopFault } from './shop-pairs.ts';
import { tillFactors, tillFault } from './till-pairs.ts';

export { fits, pairOf, type PairPlan, pairText } from './plan.ts';
export { shopFactors, tillFactors };

/** Faults that need several ordinary things at once. */
export const pairsOf = (party: PairPlan['party'], seed: number, wanted: number): readonly PairPlan[] =>
  party === 'merchant' ? drawPairs(shopFactors, seed, wanted) : drawPairs(tillFactors, seed, wanted);

/** A reference peer with the fault of a plan; `onMet` is called each time it shows. */
export const createWithPair = (plan: PairPlan, clock: Clock, onMet: (call: string) => void): Peer => {
  const { party } = plan;
  const variant = plan.variant as never;
  return party === 'merchant'
    ? createReferenceMerchant({ variant, clock, faults: [shopFault(plan, onMet)] })
    : createReferenceTill({ variant, clock, faults: [tillFault(plan, onMet)] });
};
