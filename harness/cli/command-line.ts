import yargs, { type Argv } from 'yargs';
import type { Effort, Party } from '#schemas';
import { defaultOut } from '../config/default-files.ts';
import { UsageError } from '../config/usage-error.ts';
import { ArgumentError } from './argument-sentence.ts';
import type { CliContext } from './cli-context.ts';

// Spelled out, since the register behind the type takes time to load.
const suites = ['merchant', 'pos', 'platform'] as const satisfies readonly Party[];
const suite = { choices: suites, demandOption: true, describe: 'Who is certified' } as const;
/** Our own platform needs no configuration, and another one two addresses. */
const writable = ['merchant', 'pos'] as const satisfies readonly Party[];
/** An option given twice counts as given last. */
const last = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value.at(-1) : value;
const single = { type: 'string', requiresArg: true, coerce: last } as const;
const repeatable = { type: 'string', array: true, requiresArg: true } as const;
const efforts = ['quick', 'standard', 'thorough'] as const satisfies readonly Effort[];
const listables = ['requirements', 'scenarios', 'assumptions', 'triggers', 'reports'] as const;

/** The commands and their options: flags win over `CONFORMANCE_…` variables, which win over the defaults here. */
export const describeCommands = (context: CliContext, end: (code: number) => void): Argv => {
  const { env } = context;
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
  const open = { type: 'boolean', default: false, describe: 'Open the report when done' } as const;

  return yargs()
    .scriptName('conformance')
    .locale('en')
    .wrap(110)
    .usage('conformance <command>\n\nCertifies merchants, tills and platforms against the integration specification.')
    .parserConfiguration({ 'greedy-arrays': false })
    .command(
      'run <suite>',
      'Run a conformance suite against a target',
      (command) =>
        command.positional('suite', suite).options({
          config,
          out,
          ci,
          open,
          only: { ...repeatable, describe: 'Only this requirement, area or scenario; may be repeated' },
          skip: { ...repeatable, describe: 'Not this requirement, area or scenario; may be repeated' },
          seed: { ...single, describe: 'Repeat a run exactly', default: env['CONFORMANCE_SEED'] },
          effort: {
            choices: efforts,
            requiresArg: true,
            describe: 'How many random inputs are tried',
            default: effortFrom(env['CONFORMANCE_EFFORT']),
          },
          replay: { ...single, describe: 'Run one stored counterexample again' },
          shard: { ...single, describe: 'Run part i of n, as i/n' },
          'write-expected': writeExpected,
          force,
          till: { ...repeatable, describe: 'Only this one of pos.tills; may be repeated' },
        }),
      async (args) => end(await (await import('./commands/run.ts')).runSuite(args, context)),
    )
    .command(
      'judge <suite> <captures..>',
      'Judge captured traffic: HTTP Archives, journals, an exchange to a line',
      (command) =>
        command
          .positional('suite', { ...suite, choices: writable })
          .positional('captures', { type: 'string', array: true, demandOption: true, describe: 'Files, in order' })
          .options({
            config,
            out,
            ci,
            open,
            only: { ...repeatable, describe: 'Only this requirement or area; may be repeated' },
            skip: { ...repeatable, describe: 'Not this requirement or area; may be repeated' },
            'write-expected': writeExpected,
            force,
          }),
      async (args) => end(await (await import('./commands/judge.ts')).judgeCaptures(args, context)),
    )
    .command(
      'watch <suite>',
      'Stand before a live shop or platform, pass everything on, and judge what is seen until Ctrl-C',
      (command) =>
        command.positional('suite', { ...suite, choices: writable }).options({
          listen: { ...single, describe: 'Address to listen on, as host:port or a port [any free one]' },
          target: { ...single, describe: 'URL that calls are passed on to' },
          config,
          out: { ...single, describe: 'Folder for journal and reports [conformance-watch/TIME]' },
          sample: {
            type: 'number',
            requiresArg: true,
            default: 1,
            describe: 'Share of the calls of a busy shop to judge',
          },
          'change-host': {
            type: 'boolean',
            default: false,
            describe: "Tell the target its own host, not the caller's",
          },
          open,
          ci,
        }),
      async (args) => end(await (await import('./commands/watch.ts')).watchLive(args, context)),
    )
    .command(
      'platform',
      'Serve the mock platform until Ctrl-C',
      (command) =>
        command.options({
          config,
          port: { ...single, describe: 'Port of the platform [any free one]' },
          'control-port': { ...single, describe: 'Port of the control API [any free one]' },
          'data-dir': { ...single, describe: 'Folder that keeps state and messages; without it nothing is kept' },
        }),
      async (args) => end(await (await import('./commands/platform.ts')).servePlatform(args, context)),
    )
    .command(
      'doctor <suite>',
      'Check the set-up only: addresses, TLS, credentials, fixtures, clock',
      (command) => command.positional('suite', suite).options({ config, ci }),
      async (args) => end(await (await import('./commands/doctor.ts')).checkSetUp(args, context)),
    )
    .command(
      'init <suite>',
      'Write a commented configuration file',
      (command) =>
        command.positional('suite', { ...suite, choices: writable }).options({
          config: { ...config, describe: 'File to write [conformance.yaml]' },
          url: { ...single, describe: 'Base address of the target, to fill in and probe' },
          force: { type: 'boolean', default: false, describe: 'Overwrite an existing file' },
          ci,
        }),
      async (args) => end(await (await import('./commands/init.ts')).writeConfig(args, context)),
    )
    .command(
      'list <what>',
      'List requirements, scenarios, assumptions, triggers or reports',
      (command) =>
        command
          .positional('what', { choices: listables, demandOption: true, describe: 'What to list' })
          .option('json', { type: 'boolean', default: false, describe: 'As JSON' }),
      async (args) => end((await import('./commands/list.ts')).list(args, context)),
    )
    .command(
      'explain <id>',
      'Say what a requirement means and how it is checked',
      (command) => command.positional('id', { type: 'string', demandOption: true, describe: 'Requirement id' }),
      async (args) => end(await (await import('./commands/explain.ts')).explain(args, context)),
    )
    .command(
      'validate <shape> [file]',
      'Check one payload against one wire schema',
      (command) =>
        command
          .positional('shape', { type: 'string', demandOption: true, describe: 'Name of the schema, such as basket' })
          .positional('file', { type: 'string', default: '-', describe: 'JSON file, or - for standard input' }),
      async (args) => end(await (await import('./commands/validate.ts')).validatePayload(args, context)),
    )
    .command(
      'schema [name]',
      'Print a JSON Schema, or the OpenAPI or AsyncAPI document',
      (command) =>
        command
          .positional('name', { type: 'string', describe: 'Name of the schema; without it, all names' })
          .option('openapi', { type: 'boolean', describe: 'The OpenAPI 3.1 document' })
          .option('asyncapi', { type: 'boolean', describe: 'The AsyncAPI 3 document' })
          .conflicts('openapi', 'asyncapi'),
      async (args) => end((await import('./commands/schema.ts')).printSchema(args, context)),
    )
    .command(
      'report <folders..>',
      'Rebuild reports from journals, merging shards into one verdict',
      (command) =>
        command
          .positional('folders', {
            type: 'string',
            array: true,
            demandOption: true,
            describe: 'Folders with a journal; with --compare the older run and the newer one',
          })
          .options({
            out: { ...out, default: undefined, describe: 'Folder for the reports [the first folder]' },
            compare: { type: 'boolean', default: false, describe: 'Say what was fixed, broke or vanished between two' },
            'write-expected': writeExpected,
            force,
            open,
            ci,
          }),
      async (args) => end(await (await import('./commands/report.ts')).rebuildReports(args, context)),
    )
    .command(
      'certify [folders..]',
      'Sign that a run shows full conformance, or say what stands in the way',
      (command) =>
        command
          .positional('folders', { type: 'string', array: true, describe: 'Results of a run, or of all its shards' })
          .options({
            key: { ...single, describe: 'Private Ed25519 key, PEM', default: env['CONFORMANCE_KEY'] },
            'new-key': { ...single, describe: 'Only make a key: FILE, and FILE.pub for others' },
            out: { ...single, describe: 'File for the certificate [certificate.json in the first folder]' },
            valid: { ...single, describe: 'Days until it expires [365]' },
          }),
      async (args) => end(await (await import('./commands/certify.ts')).certify(args, context)),
    )
    .command(
      'verify <file>',
      'Check a certificate offline: signature, dates, completeness, evidence',
      (command) =>
        command.positional('file', { type: 'string', demandOption: true, describe: 'The certificate' }).options({
          key: { ...single, describe: 'Public key that must have signed it, PEM' },
          evidence: { ...repeatable, describe: 'Folder with the results it rests on; repeated for shards' },
        }),
      async (args) => end(await (await import('./commands/verify.ts')).verify(args, context)),
    )
    .command(
      'sample <party>',
      'Serve a reference shop or till until Ctrl-C, with faults if wanted, to aim at',
      (command) =>
        command.positional('party', { ...suite, choices: writable, describe: 'What is served' }).options({
          variant: { ...single, describe: 'granite or willow; quartz or copper, which needs @aws-sdk/client-sqs' },
          fault: { ...repeatable, describe: 'Give it this defect; may be repeated' },
          faults: { type: 'boolean', default: false, describe: 'Only list the defects there are' },
          latency: { ...single, describe: 'Milliseconds its answers take longer, or its work on a command' },
          port: { ...single, describe: 'Port, or host:port, to listen on [any free one of this machine]' },
          'catalogue-size': { ...single, describe: 'Products of the shop' },
          'config-out': { ...single, describe: 'File for its configuration [standard output]' },
        }),
      async (args) => end(await (await import('./commands/sample.ts')).serveSample(args, context)),
    )
    .command(
      'demo',
      'Certify the reference peers, to see what a run looks like',
      (command) => command.options({ out, ci, open }),
      async (args) => end(await (await import('./commands/demo.ts')).demonstrate(args, context)),
    )
    .strict()
    .demandCommand(1, 'Which command? conformance --help lists them.')
    .recommendCommands()
    .help()
    .alias('help', 'h')
    .exitProcess(false)
    .fail((message, error) => {
      if (error === undefined || error.name === 'YError') throw new ArgumentError(error?.message ?? message);
      throw error;
    });
};

const effortFrom = (value: string | undefined): (typeof efforts)[number] => {
  if (value === undefined) return 'standard';
  const effort = efforts.find((known) => known === value);
  if (effort !== undefined) return effort;
  throw new UsageError(`CONFORMANCE_EFFORT: "${value}" is not an effort. Valid: ${efforts.join(', ')}.`);
};
