import type { AnswerShapes, Effort, Party } from '#schemas';
import { defaultOut } from '../config/default-files.ts';
import { UsageError } from '../config/usage-error.ts';
import type { CliContext } from './cli-context.ts';

// Spelled out, since the register behind the type takes time to load.
const suites = ['merchant', 'pos', 'platform'] as const satisfies readonly Party[];
export const suite = { choices: suites, demandOption: true, describe: 'Who is certified' } as const;
/** Our own platform needs no configuration, and another one two addresses. */
export const writable = ['merchant', 'pos'] as const satisfies readonly Party[];
/** An option given twice counts as given last. */
const last = <Value extends string>(value: Value | readonly Value[] | undefined): Value | undefined =>
  typeof value === 'object' ? value.at(-1) : value;
export const single = { type: 'string', requiresArg: true, coerce: last<string> } as const;
export const repeatable = { type: 'string', array: true, requiresArg: true } as const;
export const efforts = ['quick', 'standard', 'thorough'] as const satisfies readonly Effort[];

/** What an agent may do only where --allow says so. */
export const allowances = ['run', 'doctor', 'platform'] as const;

/** What each command answers with --json: the name of its shape. */
export const answers = {
  run: 'run-answer',
  judge: 'run-answer',
  doctor: 'doctor-answer',
  list: 'list-answer',
  explain: 'explain-answer',
  validate: 'validate-answer',
  report: 'run-answer',
  'report --compare': 'comparison-answer',
  certify: 'certify-answer',
  verify: 'verify-answer',
  'fleet report': 'fleet-report-answer',
} as const satisfies Readonly<Record<string, keyof AnswerShapes>>;

/** Read before the parser does, by `answersIn`; here it is only allowed, and described. */
export const json = (command: keyof typeof answers) =>
  ({
    type: 'boolean',
    default: false,
    describe: `Answer in JSON: schema ${answers[command]}`,
  }) as const;

/** Options that several commands have, with what the environment says of them. */
export const commonOptions = ({ env }: Pick<CliContext, 'env'>) => {
  const config = {
    ...single,
    describe: 'Configuration file, YAML or JSON [conformance.yaml]',
    default: env['CONFORMANCE_CONFIG'],
  } as const;
  const out = {
    ...single,
    describe: 'Folder for the results',
    default: env['CONFORMANCE_OUT'] ?? defaultOut,
  } as const;
  const ci = { type: 'boolean', default: false, describe: 'No prompts, no colour, one line per scenario' } as const;
  const writeExpected = { ...single, describe: 'Propose expectedFailures for what fails, in this YAML file' } as const;
  const force = { type: 'boolean', default: false, describe: 'Overwrite the file of --write-expected' } as const;
  const register = {
    ...single,
    describe: 'Score by this older version of the register; newer requirements are not scored',
  } as const;
  const open = { type: 'boolean', default: false, describe: 'Open the report when done' } as const;
  const effort = {
    choices: efforts,
    requiresArg: true,
    coerce: (value: Effort | readonly Effort[]) => last(value) ?? 'standard',
    describe: 'How many random inputs are tried',
    default: effortFrom(env['CONFORMANCE_EFFORT']),
  } as const;
  return { config, out, effort, ci, writeExpected, force, register, open };
};

const effortFrom = (value: string | undefined): (typeof efforts)[number] => {
  if (value === undefined) return 'standard';
  const effort = efforts.find((known) => known === value);
  if (effort !== undefined) return effort;
  throw new UsageError(`CONFORMANCE_EFFORT: "${value}" is not an effort. Valid: ${efforts.join(', ')}.`);
};
