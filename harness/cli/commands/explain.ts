import { isRequirementId, nearest, type Party, requirement, type RequirementId, requirementIds } from '#schemas';
import { merchantScenarios, platformScenarios, posScenarios, type Scenario } from '#scenarios';
import { unknownName } from '../../config/usage-error.ts';
import { columns } from '../columns.ts';
import type { CliContext } from '../cli-context.ts';

/** How each method of checking reads in a sentence. */
const methods = {
  schema: 'the schema of every exchange',
  behaviour: 'behaviour across exchanges',
  property: 'random inputs, shrunk to a small counterexample',
  trigger: 'a trigger or fixture of yours',
} as const;

export const explain = async ({ id }: { readonly id: string }, { printer }: CliContext): Promise<number> => {
  if (!isRequirementId(id)) throw unknownName('requirement', id, nearest(id, requirementIds));
  const { level, party, clause, rule, how, check, needs, capability } = requirement(id);
  const all: readonly Scenario[] = [...merchantScenarios, ...posScenarios, ...platformScenarios];
  const scenarios = all.filter(({ covers }) => covers.some((covered) => covered === id));
  const caught = await faultsAgainst(id, party);
  const facts: readonly (readonly [string, string])[] = [
    ['level', level],
    ['party', party],
    ['clause', clause],
    ['rule', rule],
    ['checked by', how.map((method) => methods[method]).join('; ')],
    ['how', check],
    ['needs', (needs ?? []).join(', ')],
    ['capability', capability ?? ''],
    ['scenarios', scenarios.map((scenario) => scenario.id).join(', ')],
  ];
  printer.out(id);
  printer.out(columns(facts.filter(([, fact]) => fact !== '').map(([name, fact]) => [`  ${name}`, fact])));
  if (caught.length > 0)
    printer.out(`  known to catch\n${columns(caught.map(([fault, title]) => [`    ${fault}`, title]))}`);
  return 0;
};

/** The faults of the party's reference peers that break the requirement: the proof that its check can say no. */
const faultsAgainst = async (id: RequirementId, party: Party): Promise<readonly (readonly [string, string])[]> => {
  const { peers, provable } = await import('../../targets/reference-peers.ts');
  const known = provable.find((one) => one === party);
  if (known === undefined) return [];
  return Object.entries(peers[known].faults)
    .filter(([, { breaks }]) => breaks.some((broken) => broken === id))
    .map(([fault, { title }]) => [fault, title] as const);
};
