import type { Catch } from '../certify/catches.ts';
import { certify } from '../certify/certify.ts';
import { createWatched, type PairPlan, pairsThatMeet } from '../faults/pairs/index.ts';

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
      create: (clock) => createWatched(plan, plan, clock, { onMet: () => void shown++ }),
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

/** Which levels, and which pairs of them, a run at `standard` of a conformant peer brings about. */
export const coverageOf = async (peer: Pick<PairPlan, 'party' | 'variant'>): Promise<string> => {
  const [levels, pairs] = [new Set<string>(), new Set<string>()];
  const onLevels = (met: readonly string[]): void => {
    const sorted = met.toSorted();
    for (const [index, level] of sorted.entries()) {
      levels.add(level);
      for (const other of sorted.slice(index + 1)) pairs.add(`${level} + ${other}`);
    }
  };
  await certify(peer, { effort: 'standard', create: (clock) => createWatched(peer, undefined, clock, { onLevels }) });
  const all = pairsThatMeet(peer);
  const known = new Set(all.flatMap((pair) => pair.split(' + ')));
  return `${peer.party} ${peer.variant}: a run brings about ${levels.size} of ${known.size} levels and ${all.filter((pair) => pairs.has(pair)).length} of ${all.length} pairs of them; never ${[...known].filter((level) => !levels.has(level)).join(', ')}`;
};
