import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workOff } from '../certify/pool.ts';
import { type PairPlan, pairsOf, pairText, shopFactors, tillFactors } from '../faults/pairs/index.ts';
import type { TriedPair } from './try-pair.ts';

export interface PairsRequest {
  readonly parties: readonly PairPlan['party'][];
  readonly seed: number;
  /** How many of each party; 60 of shops and 40 of tills when undefined. */
  readonly faults: number | undefined;
  /** Exactly these, instead of drawn ones. */
  readonly plans: readonly PairPlan[];
  readonly out: string;
  readonly say: (line: string) => void;
}

const usual = { merchant: 60, pos: 40 } as const;

/** A fault to try, or a conformant peer to watch. */
export type PairJob = PairPlan | Pick<PairPlan, 'party' | 'variant'>;
export type PairDone = { readonly tried: TriedPair } | { readonly coverage: string };

/** Tries faults that need several things at once, on all cores; writes `pairs.md`, and returns it. */
export const tryPairs = async (request: PairsRequest): Promise<readonly TriedPair[]> => {
  const { parties, seed, faults, out, say } = request;
  mkdirSync(out, { recursive: true });
  const journal = join(out, 'pairs.ndjson');
  rmSync(journal, { force: true });
  const isDrawn = request.plans.length === 0;
  const plans = isDrawn ? parties.flatMap((party) => pairsOf(party, seed, faults ?? usual[party])) : request.plans;
  const jobs: readonly PairJob[] = [...(isDrawn ? parties.flatMap(peersOf) : []), ...plans];
  const tried = new Map<string, TriedPair>();
  const coverages: string[] = [];
  await workOff<PairJob, PairDone>(new URL('./pair-worker.ts', import.meta.url), jobs, (job, done) => {
    const value = 'value' in done ? done.value : undefined;
    if (!('effect' in job)) {
      const told = value && 'coverage' in value ? value.coverage : `${job.party} ${job.variant}: broken`;
      coverages.push(told);
      say(told);
      return;
    }
    const why = 'broken' in done ? done.broken : '';
    const one: TriedPair = value && 'tried' in value ? value.tried : { plan: job, fate: 'broken', shown: 0, why };
    tried.set(pairText(job), one);
    appendFileSync(journal, `${JSON.stringify(one)}\n`);
    say(`${pairText(job)}: ${fateText(one)}`);
  });
  const inOrder = plans.flatMap((plan) => tried.get(pairText(plan)) ?? []);
  writeFileSync(join(out, 'pairs.md'), [pairsText(inOrder, seed), ...coverages, ''].join('\n'));
  return inOrder;
};

const peersOf = (party: PairPlan['party']): readonly PairJob[] =>
  (party === 'merchant' ? shopFactors : tillFactors).variants.map((variant) => ({ party, variant }));

const fateText = ({ fate, caught, why = '' }: TriedPair): string =>
  caught === undefined ? `${fate} ${why}`.trimEnd() : `${fate} by ${caught.requirement}`;

/** The table, those first that got away. */
export const pairsText = (tried: readonly TriedPair[], seed: number): string => {
  const rank = ['broken', 'missed', 'unmet', 'caught'];
  const sorted = tried.toSorted((one, other) => rank.indexOf(one.fate) - rank.indexOf(other.fate));
  return [
    `# Faults that need several things at once, seed ${seed}`,
    '',
    '| party | fault | where | shown | |',
    '| --- | --- | --- | --- | --- |',
    ...sorted.map((one) => {
      const { plan, shown } = one;
      return `| ${plan.party} ${plan.variant} | ${plan.effect} | ${plan.levels.join(' + ')} | ${shown} | ${fateText(one)} |`;
    }),
    '',
    ...sharesOf(tried),
    '',
  ].join('\n');
};

/** A line for each party, with the shares of pairs and triples. */
export const sharesOf = (tried: readonly TriedPair[]): readonly string[] =>
  (['merchant', 'pos'] as const).flatMap((party) => {
    const mine = tried.filter(({ plan }) => plan.party === party);
    if (mine.length === 0) return [];
    const share = (levels: number, name: string): string => {
      const of = mine.filter(({ plan }) => plan.levels.length === levels);
      const count = (fate: TriedPair['fate']): number => of.filter((one) => one.fate === fate).length;
      const percent = of.length === 0 ? '-' : `${((100 * count('caught')) / of.length).toFixed(1)} %`;
      return `${name} caught ${count('caught')} of ${of.length} (${percent}), not judged ${count('missed')}, never met ${count('unmet')}, broken ${count('broken')}`;
    };
    return [`${party}: ${share(2, 'pairs')}; ${share(3, 'triples')}`];
  });
