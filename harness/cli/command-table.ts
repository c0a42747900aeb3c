import type { AnswerShapes } from '#schemas';
import type { CommandArgs } from './args.gen.ts';
import rows from './commands.json' with { type: 'json' };

/** A positional argument or an option. */
export interface CommandOption {
  /** Given twice, a text or a choice counts as given last; texts and choices are all kept. */
  readonly kind: 'text' | 'texts' | 'number' | 'flag' | 'choice' | 'choices';
  readonly describe: string;
  readonly choices?: readonly (string | number)[];
  readonly required?: true;
  readonly default?: string | number;
  /** The variable that wins over the default. */
  readonly env?: string;
  /** Which other one it is not given with. */
  readonly conflicts?: string;
  /** Read before the parser looks at the arguments; here it is only allowed, and described. */
  readonly early?: true;
}

type Rows = Readonly<Record<string, true | Partial<CommandOption>>>;

interface Command {
  readonly usage: string | readonly string[];
  readonly summary: string;
  /** Of `true` is said under `shared` all there is to say, and of what has no kind the rest. */
  readonly positionals?: Rows;
  readonly options?: Rows;
  readonly examples?: readonly [string, string][];
  /** Of a command that stands for the ones within it. */
  readonly ask?: string;
}

export type CommandName = keyof CommandArgs;

const { shared, commands } = rows as unknown as {
  readonly shared: Readonly<Record<string, CommandOption>>;
  readonly commands: Readonly<Record<CommandName | 'fleet', Command>>;
};
export const commandTable = commands;

/** The positional arguments or the options of a command, with what they share with others. */
export const optionsOf = (rowsOfCommand: Rows = {}): readonly (readonly [string, CommandOption])[] =>
  Object.entries(rowsOfCommand).map(([name, row]) => {
    const own = row === true ? {} : row;
    return [name, (own.kind === undefined ? { ...shared[name], ...own } : own) as CommandOption];
  });

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
