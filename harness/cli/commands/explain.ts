import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type KnownFault, knownFaults } from '#mocks/faults';
import {
  type ConfirmedRoot,
  capabilitiesOf,
  causesOf,
  costOf,
  adviceFor,
  assumptionIds,
  assumptions,
  isRequirementId,
  nearest,
  requirement,
  type RequirementId,
  requirementIds,
  requirementPage,
  type Method,
} from '#schemas';
import { wrapped } from '#reports/wrapping';
import { builtDocumentation } from '../../config/documentation.ts';
import { journalIn } from '../../output/run-journal.ts';
import { triggerFacts, triggerNames } from '../../config/triggers.ts';
import { unknownName } from '../../config/usage-error.ts';
import type { CommandArgs } from '../args.gen.ts';
import { type CliContext, interruption } from '../cli-context.ts';
import { columns } from '../terminal/columns.ts';
import { failuresIn } from '../terminal/failures-in.ts';
import type { Answered } from '../terminal/printer.ts';
import { type Scenario, scenariosOf } from '#scenarios';
import { isJudgedOnExchanges } from '#traffic';
import { lawOf } from '#traffic/laws';

const scenarios: readonly Scenario[] = Object.values(scenariosOf).flat();
const scenarioOf = (id: string): Scenario | undefined => scenarios.find((one) => one.id === id);

type Facts = readonly (readonly [string, string | readonly string[]])[];

export const explain = async (
  { id, results, confirm }: CommandArgs['explain'],
  context: CliContext,
): Promise<Answered<'explain-answer'>> => {
  if (confirm) return await confirmed(id, context);
  const { printer, cwd } = context;
  const other = otherFacts(id);
  if (other === undefined && !isRequirementId(id)) {
    const known = [...requirementIds, ...assumptionIds, ...triggerNames, ...scenarios.map((one) => one.id)];
    throw unknownName('requirement, assumption, trigger or scenario', id, nearest(id, known));
  }
  printer.out(id);
  const all = other ?? (isRequirementId(id) ? factsOf(id) : []);
  const facts = [...all, ...(scenarioOf(id) ? [] : pageFact(pageOf(id), cwd))].filter(([, fact]) => fact.length > 0);
  const answered = Object.fromEntries(facts.map(([name, fact]) => [memberName(name), fact]));
  printer.out(
    columns(
      facts.map(([name, fact]) => [`  ${name}`, typeof fact === 'string' ? fact : fact.join(', ')]),
      printer.width,
    ),
  );
  if (!isRequirementId(id)) return { code: 0, answer: { id, facts: answered, causes: [], faults: [] } };
  const causes = causesOf(id);
  listed(
    'causes',
    causes.map((cause) => [cause.id, `${cause.sentence} ${cause.fix}`]),
  );
  const { faults } = explained(id);
  const { party } = requirement(id);
  // The platform has no sample.
  const how = party === 'platform' ? '' : `: conformance sample ${party} --fault ID has one of these`;
  const titlesOf = (isPublished: boolean) =>
    faults.filter(({ published }) => published === isPublished).map((fault) => [fault.id, fault.title] as const);
  listed(`known to catch${how}`, titlesOf(true));
  listed('also known to catch; a sample cannot have these, they only prove the check', titlesOf(false));
  const told = faults.map((fault) => ({ id: fault.id, title: fault.title, published: fault.published }));
  const run = results === undefined ? undefined : failuresIn(results, id, { printer, cwd });
  return { code: 0, answer: { id, facts: answered, causes, faults: told, ...(run && { run }) } };

  function listed(title: string, rows: readonly (readonly [id: string, text: string])[]): void {
    const { width } = printer;
    const lines = columns(
      rows.map(([name, text]) => [`    ${name}`, text]),
      width,
    );
    if (rows.length > 0) printer.out([...wrapped(title, width, '  '), lines].join('\n'));
  }
};

const shownBy = {
  both: 'both show',
  runOnly: 'only this run',
  referenceOnly: 'only the reference',
  untried: 'not tried in this run',
} as const;

/** The findings of a run by whether a reference peer with the defect they look like shows them too. */
const confirmed = async (folder: string, context: CliContext): Promise<Answered<'explain-answer'>> => {
  const { cwd, env, printer } = context;
  using interrupted = interruption(context);
  const { confirmations } = await import('../../output/confirmation.ts');
  const roots: ConfirmedRoot[] = [];
  for await (const root of confirmations(journalIn(folder, cwd), { env, signal: interrupted.signal })) {
    roots.push(root);
    const found = [...new Set([...root.both, ...root.runOnly].map(({ requirement }) => requirement))].join(', ');
    printer.out(root.says ?? `No known defect is much like what was found about ${found}.`);
    const peer = root.fault === undefined ? 'no reference peer, for none can have such a defect' : root.fault;
    printer.out(`Held against ${peer}${root.title === undefined ? '' : ` (${root.title})`}:`);
    const rows = Object.entries(shownBy).flatMap(([name, title]) =>
      root[name as keyof typeof shownBy].map(({ requirement, cause }) => [`  ${title}`, `${requirement} ${cause}`]),
    );
    printer.out(`${columns(rows, printer.width)}\n`);
  }
  if (roots.length === 0) printer.out(`${folder}: nothing failed.`);
  return { code: 0, answer: { id: folder, facts: {}, causes: [], faults: [], confirmed: roots } };
};

/** `checkedBy` of "checked by", and the name of a variable as it is. */
const memberName = (name: string): string =>
  name.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase()).replaceAll(/[{}]/g, '');

const factsOf = (id: RequirementId): Facts => {
  const { level, party, clause, rule, how, check, needs } = requirement(id);
  const about = explained(id);
  const { why, fix } = adviceFor(id);
  return [
    ['level', level],
    ['party', party],
    ['clause', clause],
    ['rule', rule],
    ['why', why],
    ['checked by', how.map((method) => methodsInWords[method]).join('; ')],
    ['how', check],
    ['needs', needs ?? []],
    ['capability', capabilitiesOf(id)],
    ['judged by', judgeOf(about)],
    ['provoked by', about.provokedBy.map((scenario) => scenario.id)],
    ['to mend it', fix],
    ['look first', costOf(id)?.look ?? ''],
  ];
};

/** Of an assumption, of a scenario, or of a trigger by its name or key. */
const otherFacts = (id: string): Facts | undefined => {
  const trigger = triggerNames.find((name) => name === id.replace(/^triggers\./, ''));
  if (trigger !== undefined) return triggerFacts(trigger);
  const scenario = scenarioOf(id);
  if (scenario !== undefined) return scenarioFacts(scenario);
  const assumption = assumptionIds.find((name) => name === id);
  if (assumption === undefined) return undefined;
  const { key, point, fallback } = assumptions[assumption];
  return [
    ['left open', point],
    ['we assume', fallback],
    ['configured', key ?? 'not at all: what a target does is told in the report'],
  ];
};

const scenarioFacts = ({ id, title, party, needs, covers, provokes, usesUp = '' }: Scenario): Facts => [
  ['title', title],
  ['party', party],
  ['needs', needs],
  ['judges', covers],
  ['provokes', provokes],
  ['uses up', usesUp],
  ['alone', `conformance run ${party} --only ${id}`],
];

/** The page of the documentation about it, below its folder. */
export const pageOf = (id: string): string => {
  if (isRequirementId(id)) return requirementPage(id);
  if (signed.includes(id)) return 'signatures.html';
  return id.startsWith('assume/')
    ? `assumptions.html#${id.replace('assume/', '')}`
    : `triggers.html#${id.replace('triggers.', '').toLowerCase()}`;
};

/** Which have a page of their own. */
const signed = ['assume/signature-scheme', 'assume/merchant-authentication'];

/** Where the documentation says more, where it is built: in a package always. */
const pageFact = (page: string, cwd: string): Facts => {
  const [file = '', anchor] = page.split('#');
  const path = fileURLToPath(new URL(file, builtDocumentation));
  if (!existsSync(path)) return [];
  return [['page', `${relative(cwd, path)}${anchor === undefined ? '' : `#${anchor}`}`]];
};

export const methodsInWords: Readonly<Record<Method, string>> = {
  schema: 'the schema of every exchange',
  behaviour: 'behaviour across exchanges',
  property: 'random inputs, shrunk to a small counterexample',
  trigger: 'a trigger or fixture of yours',
};

/** Who judges a requirement, who provokes it, and the proof that its check can say no. */
interface Explained {
  /** A law that watches all traffic. */
  readonly law: string | undefined;
  readonly isJudgedOnExchanges: boolean;
  readonly judgedIn: readonly Scenario[];
  readonly provokedBy: readonly Scenario[];
  /** The faults of the party's reference peers that break it. */
  readonly faults: readonly KnownFault[];
}

export const explained = (id: RequirementId): Explained => {
  const { party } = requirement(id);
  return {
    law: lawOf(id),
    isJudgedOnExchanges: isJudgedOnExchanges(id),
    judgedIn: scenarios.filter(({ covers }) => covers.some((covered) => covered === id)),
    provokedBy: scenarios.filter(({ provokes }) => provokes.includes(id)),
    faults: knownFaults().filter((fault) => fault.party === party && fault.breaks.includes(id)),
  };
};

/** The one home of a requirement's judgements, in words. */
export const judgeOf = ({ law, isJudgedOnExchanges, judgedIn }: Explained): string => {
  const scenarios = judgedIn.map(({ id }) => id).join(', ');
  if (law !== undefined && scenarios === '') return `the law ${law}`;
  const ofScenarios = scenarios === '' ? '' : `scenarios ${scenarios}`;
  if (law !== undefined) return `the law ${law}; what only who caused it knows, ${ofScenarios}`;
  if (!isJudgedOnExchanges) return ofScenarios;
  return ofScenarios === '' ? 'every exchange' : `every exchange; whether it comes at all, ${ofScenarios}`;
};
