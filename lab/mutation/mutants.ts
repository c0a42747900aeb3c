import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { peers } from '../faults/index.ts';
import { workOff } from '../certify/pool.ts';
import { draw } from './drawing.ts';
import { mutantsText, tally, type Tally } from './report.ts';
import { watchMessages } from './mutant.ts';
import type { Mutant } from './mutant.ts';
import { type Mutable, type Plan, planText } from './editing/plan.ts';

export interface MutantsRequest {
  readonly parties: readonly Mutable[];
  readonly seed: number;
  /** How many of each party. */
  readonly mutants: number;
  /** Exactly these, instead of drawn ones. */
  readonly plans: readonly Plan[];
  readonly out: string;
  readonly say: (line: string) => void;
}

/** Tries mutants on all cores; writes `mutants.json` and `mutants.md` and prints each as it ends. */
export const tryMutants = async (request: MutantsRequest): Promise<readonly Tally[]> => {
  const { parties, seed, mutants: wanted, out, say } = request;
  mkdirSync(out, { recursive: true });
  const plans = request.plans.length > 0 ? request.plans : await drawnOf(parties, seed, wanted);
  const journal = join(out, 'mutants.ndjson');
  rmSync(journal, { force: true });
  const mutants: Mutant[] = [];
  await workOff<Plan, Mutant>(new URL('./mutant-worker.ts', import.meta.url), plans, (plan, done) => {
    const mutant = 'value' in done ? done.value : broken(plan, done.broken, say);
    mutants.push(mutant);
    appendFileSync(journal, `${JSON.stringify(mutant)}\n`);
    const { fate, effective, caught } = mutant;
    say(`${planText(plan)}: ${effective ? '' : 'allowed, '}${fate}${caught ? ` by ${caught.requirement}` : ''}`);
  });
  const inOrder = plans.flatMap((plan) => mutants.find((mutant) => planText(mutant.plan) === planText(plan)) ?? []);
  writeFileSync(join(out, 'mutants.json'), `${JSON.stringify(inOrder, null, 2)}\n`);
  writeFileSync(join(out, 'mutants.md'), mutantsText(inOrder, seed));
  return tally(inOrder);
};

/** One party after the other: a process certifies one peer at a time. */
const drawnOf = async (parties: readonly Mutable[], seed: number, wanted: number): Promise<readonly Plan[]> => {
  const plans: Plan[] = [];
  for (const party of parties) plans.push(...(await drawn(party, seed, wanted)));
  return plans;
};

const drawn = async (party: Mutable, seed: number, wanted: number): Promise<readonly Plan[]> => {
  const { variants } = peers[party];
  const plans = new Map<string, Plan>();
  const share = Math.ceil(wanted / variants.length);
  for (const [index, variant] of variants.entries()) {
    const seen = await watchMessages(party, variant);
    const before = plans.size;
    const mine = Math.min(share, wanted - share * index);
    for (let n = 0; plans.size < before + mine && n < mine * 20; n++) {
      const plan = draw(party, variant, seen, seed, n);
      plans.set(planText(plan), plan);
    }
  }
  return [...plans.values()];
};

const broken = (plan: Plan, why: string, say: (line: string) => void): Mutant => {
  say(`${planText(plan)}: ${why}`);
  return {
    plan,
    fate: 'broken',
    effective: false,
    changes: 0,
    allowed: [],
    notExercised: [],
    requests: 0,
    durationMs: 0,
  };
};
