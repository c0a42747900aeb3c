import yargs, { type Argv, type Options, type PositionalOptions } from 'yargs';
import { UsageError } from '../config/usage-error.ts';
import type { CommandArgs } from './args.gen.ts';
import { ArgumentError } from './argument-sentence.ts';
import type { CliContext } from './cli-context.ts';
import { answers, type CommandName, type CommandOption, commandTable, optionsOf } from './command-table.ts';
import type { Answered } from './terminal/printer.ts';

type Ended = number | Answered;

/** What each command does; only the one that is given is loaded. */
const doing: {
  readonly [Name in CommandName]: (args: CommandArgs[Name], context: CliContext) => Promise<Ended>;
} = {
  run: async (args, context) => await (await import('./commands/run.ts')).runSuite(args, context),
  judge: async (args, context) => await (await import('./commands/judge.ts')).judgeCaptures(args, context),
  watch: async (args, context) => await (await import('./commands/watch.ts')).watchLive(args, context),
  'fleet all': async (args, context) => await (await import('./commands/fleet.ts')).runFleet(args, context, now()),
  'fleet run': async (args, context) => await (await import('./commands/fleet.ts')).runOneOfFleet(args, context),
  'fleet report': async (args, context) =>
    await (await import('./commands/fleet-report.ts')).reportFleet(args, context, now()),
  'fleet manifest': async (args, context) => (await import('./commands/fleet.ts')).printManifest(args, context),
  platform: async (args, context) => await (await import('./commands/platform.ts')).servePlatform(args, context),
  doctor: async (args, context) => await (await import('./commands/doctor.ts')).checkSetUp(args, context),
  init: async (args, context) => await (await import('./commands/init.ts')).writeConfig(args, context),
  list: async (args, context) => (await import('./commands/list.ts')).list(args, context),
  explain: async (args, context) => await (await import('./commands/explain.ts')).explain(args, context),
  validate: async (args, context) => await (await import('./commands/validate.ts')).validatePayload(args, context),
  sign: async (args, context) => await (await import('./commands/sign.ts')).signCall(args, context, Date.now()),
  schema: async (args, context) => (await import('./commands/schema.ts')).printSchema(args, context),
  report: async (args, context) => await (await import('./commands/report.ts')).rebuildReports(args, context),
  show: async (args, context) => await (await import('./commands/show.ts')).showResults(args, context),
  eject: async (args, context) => (await import('./commands/eject.ts')).eject(args, context),
  certify: async (args, context) => await (await import('./commands/certify.ts')).certify(args, context),
  verify: async (args, context) => await (await import('./commands/verify.ts')).verify(args, context),
  mcp: async (args, context) => await (await import('./mcp/serve.ts')).serveMcp(args, context),
  sample: async (args, context) => await (await import('./commands/sample.ts')).serveSample(args, context),
  demo: async (args, context) => await (await import('./commands/demo.ts')).demonstrate(args, context),
};

const now = (): string => new Date().toISOString();

/** The commands and their options: flags win over `CONFORMANCE_…` variables, which win over the defaults of the table. */
export const describeCommands = (context: CliContext, end: (ended: Ended) => void): Argv => {
  const names = Object.keys(commandTable) as (keyof typeof commandTable)[];
  const within = (group: string) => names.filter((name) => name.startsWith(`${group} `));
  const describe = (parser: Argv, name: keyof typeof commandTable): Argv => {
    const { usage, summary, ask, positionals, options, examples = [] } = commandTable[name];
    if (name === 'fleet')
      return parser.command(usage, summary, (group) => within(name).reduce(describe, group).demandCommand(1, ask));
    const parsed = ([key, option]: readonly [string, CommandOption]) =>
      [key, toYargs(key, option, name, context)] as const;
    return parser.command(
      usage,
      summary,
      (command) => {
        for (const [key, option] of optionsOf(positionals).map(parsed))
          command.positional(key, option as PositionalOptions);
        return command.options(Object.fromEntries(optionsOf(options).map(parsed))).example(examples);
      },
      // The types of both come from the table.
      async (args) => end(await (doing[name] as (given: unknown, by: CliContext) => Promise<Ended>)(args, context)),
    );
  };
  const parser = yargs()
    .scriptName('conformance')
    .locale('en')
    .wrap(Math.min(100, context.printer.width))
    .usage('conformance <command>\n\nCertifies merchants, tills and platforms against the integration specification.')
    .parserConfiguration({ 'greedy-arrays': false });
  return names
    .filter((name) => !name.includes(' '))
    .reduce(describe, parser)
    .strict()
    .demandCommand(1, 'Give a command. conformance --help lists them.')
    .recommendCommands()
    .help()
    .alias('help', 'h')
    .exitProcess(false)
    .fail((message, error) => {
      if (error === undefined || error.name === 'YError') throw new ArgumentError(error?.message ?? message);
      throw error;
    });
};

const last = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);

const kinds = {
  text: { type: 'string', requiresArg: true, coerce: last },
  texts: { type: 'string', array: true, requiresArg: true },
  number: { type: 'number', requiresArg: true },
  flag: { type: 'boolean' },
  choice: { requiresArg: true, coerce: last },
  choices: { type: 'string', array: true, requiresArg: true },
} as const satisfies Readonly<Record<CommandOption['kind'], Options>>;

const toYargs = (name: string, option: CommandOption, command: CommandName, { env }: CliContext): Options => {
  const { kind, choices, required, conflicts, describe } = option;
  const given = option.env === undefined ? undefined : env[option.env];
  if (given !== undefined && choices?.includes(given) === false)
    throw new UsageError(`${option.env}: "${given}" is not an ${name}. Valid: ${choices.join(', ')}.`);
  // With a default, what conflicts would always be given.
  const byDefault = given ?? option.default ?? (kind === 'flag' && conflicts === undefined ? false : undefined);
  return {
    ...kinds[kind],
    ...(byDefault !== undefined && { default: byDefault }),
    describe: name === 'json' ? `${describe} ${answers[command as keyof typeof answers]}` : describe,
    ...(choices !== undefined && { choices }),
    ...(required && { demandOption: true }),
    ...(conflicts !== undefined && { conflicts }),
  };
};
