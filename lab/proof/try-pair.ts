import type { Catch } from '../certify/catches.ts';
import { certify } from '../certify/certify.ts';
import { createWithPair, type PairPlan } from '../faults/pairs/index.ts';

/** What became of a fault that needs several things at once. */
export interface TriedPair {
  readonly plan: PairPlan;
  /** `missed`: the fault showed and nothing was reported. `unmet`: its levels never met. */
  readonly fate: 'caught' | 'missed' | 'unmet' | 'broken';
  /** How often it showed. */
  readonly shown: number;
  readonly caught?: Catch;
  readonly why?: string;
}

/** A run at `standard`, until something is reported. */
export const tryPair = async (plan: PairPlan): Promise<TriedPair> => {
  const { party, variant } = plan;
  let shown = 0;
  const { result, catches } = await certify(
    { party, variant },
    {
      effort: 'standard',
      untilCaught: true,
      create: (clock) => createWithPair(plan, clock, () => void shown++),
    },
  );
  const [caught] = catches;
  const fate = () => {
    if (result.verdict === 'harness-error') return 'broken';
    if (caught !== undefined) return shown > 0 ? 'caught' : 'broken';
    return shown > 0 ? 'missed' : 'unmet';
  };
  return { plan, fate: fate(), shown, ...(caught && { caught }) };
};
