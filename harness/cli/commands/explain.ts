import {
  assumptionIds,
  assumptions,
  isRequirementId,
  nearest,
  type Party,
  requirement,
  type RequirementId,
  requirementIds,
} from '#schemas';
import { merchantScenarios, platformScenarios, posScenarios, type Scenario } from '#scenarios';
import { triggerFacts } from '../../config/trigger-purposes.ts';
import { triggerNames } from '../../config/trigger-variables.ts';
import { unknownName } from '../../config/usage-error.ts';
import { isJudgedOnExchanges } from '#traffic';
import { lawOf } from '#traffic/laws';
import { columns } from '../terminal/columns.ts';
import type { CliContext } from '../cli-context.ts';

/** How each method of checking reads in a sentence. */
const methods = {
  schema: 'the schema of every exchange',
  behaviour: 'behaviour across exchanges',
  property: 'random inputs, shrunk to a small counterexample',
  trigger: 'a trigger or fixture of yours',
} as const;

export const explain = async ({ id }: { readonly id: string }, { printer }: CliContext): Promise<number> => {
  const other = otherFacts(id);
  if (other !== undefined) {
    printer.out(id);
    printer.out(columns(other.map(([name, fact]) => [`  ${name}`, fact])));
    return 0;
  }
  if (!isRequirementId(id)) {
    const known = [...requirementIds, ...assumptionIds, ...triggerNames];
    throw unknownName('requirement, assumption or trigger', id, nearest(id, known));
  }
  const { level, party, clause, rule, how, check, needs, capability } = requirement(id);
  const all: readonly Scenario[] = [...merchantScenarios, ...posScenarios, ...platformScenarios];
  const idsOf = (tells: (scenario: Scenario) => readonly RequirementId[]): string =>
    all
      .filter((scenario) => tells(scenario).includes(id))
      .map((scenario) => scenario.id)
      .join(', ');
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
    [
      'judged by',
      judges(
        id,
        idsOf(({ covers }) => covers),
      ),
    ],
    ['provoked by', idsOf(({ provokes }) => provokes)],
  ];
  printer.out(id);
  printer.out(columns(facts.filter(([, fact]) => fact !== '').map(([name, fact]) => [`  ${name}`, fact])));
  if (caught.length > 0)
    printer.out(`  known to catch\n${columns(caught.map(([fault, title]) => [`    ${fault}`, title]))}`);
  return 0;
};

/** Of an assumption, or of a trigger by its name or key. */
const otherFacts = (id: string): readonly (readonly [string, string])[] | undefined => {
  const trigger = triggerNames.find((name) => name === id.replace(/^triggers\./, ''));
  if (trigger !== undefined) return triggerFacts(trigger);
  const assumption = assumptionIds.find((name) => name === id);
  if (assumption === undefined) return undefined;
  const { key, point, fallback } = assumptions[assumption];
  return [
    ['left open', point],
    ['we assume', fallback],
    ['configured', key ?? 'not at all: what a target does is told in the report'],
  ];
};

/** The one home of a requirement's judgements. */
const judges = (id: RequirementId, scenarios: string): string => {
  const law = lawOf(id);
  if (law !== undefined && scenarios === '') return `the law ${law}`;
  const ofScenarios = scenarios === '' ? '' : `scenarios ${scenarios}`;
  if (law !== undefined) return `the law ${law}; what only who caused it knows, ${ofScenarios}`;
  if (!isJudgedOnExchanges(id)) return ofScenarios;
  return ofScenarios === '' ? 'every exchange' : `every exchange; whether it comes at all, ${ofScenarios}`;
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
