import { reports } from '#reports';
import { assumptionIds, assumptions, type Given, type ListAnswer, requirement, requirementIds } from '#schemas';
import { coveringPlans, scenariosOf } from '#scenarios';
import { triggerNames, triggerPurposes, triggerVariables } from '../../config/triggers.ts';
import type { CommandArgs } from '../args.gen.ts';
import { columns } from '../terminal/columns.ts';
import type { CliContext } from '../cli-context.ts';
import type { Answered } from '../terminal/printer.ts';

/** What can be listed: each as rows for people, whose keys are also the properties of the JSON. */
const lists = {
  requirements: () =>
    requirementIds.map((id) => {
      const { level, party, rule, clause, how, needs, capability, alsoCapability } = requirement(id);
      return {
        id,
        level,
        party,
        rule,
        clause,
        how,
        ...(needs && { needs }),
        ...(capability && { capability }),
        ...(alsoCapability && { alsoCapability }),
      };
    }),
  scenarios: () =>
    Object.values(scenariosOf)
      .flat()
      .map(({ id, party, title, phase, needs, covers, provokes }) => ({
        id,
        party,
        title,
        phase,
        needs,
        covers,
        provokes,
      })),
  assumptions: () => assumptionIds.map((id) => ({ id, ...assumptions[id] })),
  triggers: () =>
    triggerNames.map((name) => ({
      id: name,
      key: `triggers.${name}`,
      variables: triggerVariables[name],
      what: triggerPurposes[name],
    })),
  reports: () =>
    reports.map(({ name, paths, written, purpose }) => ({ id: name, files: paths.join(' '), written, purpose })),
  occasions: () =>
    coveringPlans.flatMap(({ levels }) => levels).map(({ id, levels }) => ({ id, levels: levels.join(' · ') })),
} as const;

/** The columns that say most, on a terminal. */
const shown = {
  requirements: ['id', 'level', 'rule'],
  scenarios: ['id', 'title'],
  assumptions: ['id', 'key', 'point', 'fallback'],
  triggers: ['key', 'what', 'variables'],
  reports: ['id', 'files', 'written', 'purpose'],
  occasions: ['id', 'levels'],
} as const;

export const list = (
  { what, party, effort }: CommandArgs['list'],
  { printer }: CliContext,
): Answered<'list-answer'> => {
  const all: Given<ListAnswer> = lists[what]();
  const rows = all.filter((row) => party === undefined || row['party'] === undefined || row['party'] === party);
  const cells = rows.map((row) => shown[what].map((name) => cell(row[name])));
  printer.out(columns(cells, printer.listWidth));
  if (what === 'triggers') printer.note('conformance explain createBasket tells what each variable is replaced by.');
  if (what === 'occasions' && effort !== undefined) {
    for (const { does, plannedAt } of coveringPlans) {
      const { rows, shares } = plannedAt(effort);
      const covered = shares.map(
        ({ size, covered, all }) => `${covered} of ${all} ${size === 2 ? 'pairs' : 'triples'}`,
      );
      printer.note(`A ${effort} run ${does} ${rows} combinations of these levels: ${covered.join(' and ')}.`);
    }
  }
  return { code: 0, answer: rows };
};

const cell = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((name) => `{{${name}}}`).join(' ');
  if (value === undefined || value === null) return 'only told';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
