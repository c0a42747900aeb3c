import { createDice } from '../dice.ts';
import { type Factors, fits, type PairPlan, pairText } from './plan.ts';

/**
 * As many faults as are wanted, none twice: two thirds need two levels at once, a third needs three. The same seed gives
 * the same faults as long as the tables stay as they are.
 */
export const drawPairs = <Scene>(factors: Factors<Scene>, seed: number, wanted: number): readonly PairPlan[] => {
  const { party, variants, levels, effects } = factors;
  const dice = createDice(`pairs ${seed} ${party}`);
  const plans = new Map<string, PairPlan>();
  for (let tries = 0; plans.size < wanted && tries < wanted * 1000; tries++) {
    const variant = dice.pick(variants);
    const effect = dice.pick(effects);
    const chosen = Array.from({ length: plans.size % 3 === 2 ? 3 : 2 }, () => dice.pick(levels));
    if (!fits(factors, variant, effect, chosen)) continue;
    const plan = { party, variant, effect: effect.id, levels: chosen.map(({ id }) => id).toSorted() };
    plans.set(pairText(plan), plan);
  }
  return [...plans.values()];
};
