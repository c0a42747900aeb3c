import yargs, { type Argv } from 'yargs';
import { ArgumentError } from './argument-sentence.ts';
import type { CliContext } from './cli-context.ts';
import type { Answered } from './terminal/printer.ts';
import { describeFleet } from './fleet-commands.ts';
import { describeJudging } from './judging-commands.ts';
import { allowances, commonOptions, efforts, json, repeatable, single, suite, writable } from './options.ts';

const ejectables = ['hurl', 'http', 'pytest', 'phpunit', 'junit'] as const;
const listables = ['requirements', 'scenarios', 'assumptions', 'triggers', 'reports', 'occasions'] as const;

/** The commands and their options: flags win over `CONFORMANCE_…` variables, which win over the defaults here. */
export const describeCommands = (context: CliContext, end: (ended: number | Answered) => void): Argv => {
  const { config, out, ci, open, writeExpected, force, register } = commonOptions(context);
  const parser = yargs()
    .scriptName('conformance')
    .locale('en')
    .wrap(Math.min(100, context.printer.width))
    .usage('conformance <command>\n\nCertifies merchants, tills and platforms against the integration specification.')
    .parserConfiguration({ 'greedy-arrays': false });
  return describeFleet(describeJudging(parser, context, end), context, end)
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
      (command) => command.positional('suite', suite).options({ config, ci, json: json('doctor') }),
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
      'list <what> [party]',
      'List requirements, scenarios, assumptions, triggers, reports or occasions',
      (command) =>
        command
          .positional('what', { choices: listables, demandOption: true, describe: 'What to list' })
          .positional('party', { choices: suite.choices, describe: 'Requirements and scenarios of one party only' })
          .option('effort', { choices: efforts, describe: 'Show which occasions a run of this effort covers' })
          .option('json', json('list')),
      async (args) => end((await import('./commands/list.ts')).list(args, context)),
    )
    .command(
      'explain <id>',
      'Explain a requirement, an assumption, a trigger, a scenario or what a run found',
      (command) =>
        command
          .positional('id', {
            type: 'string',
            demandOption: true,
            describe: 'A requirement, an assumption, a scenario, a trigger, or a results folder with --confirm',
          })
          .options({
            results: { ...single, describe: 'Results folder of a run: show also its failures of the requirement' },
            confirm: { type: 'boolean', default: false, describe: 'Of a run: does a reference peer fail alike?' },
            json: json('explain'),
          })
          .example([
            ['conformance explain order/idempotent', 'A requirement; conformance list requirements has all'],
            ['conformance explain assume/signature-scheme', 'What is assumed where the specification is silent'],
            ['conformance explain createBasket', 'A trigger and its variables'],
            [
              'conformance explain conformance-results --confirm',
              'Whether a reference peer with that defect fails alike',
            ],
          ]),
      async (args) => end(await (await import('./commands/explain.ts')).explain(args, context)),
    )
    .command(
      'validate <shape> [file]',
      'Check one payload against one wire schema',
      (command) =>
        command
          .positional('shape', { type: 'string', demandOption: true, describe: 'Name of the schema, such as basket' })
          .positional('file', { type: 'string', default: '-', describe: 'JSON file, or - for standard input' })
          .option('json', json('validate'))
          .example('conformance validate basket answer.json', 'conformance schema lists the names'),
      async (args) => end(await (await import('./commands/validate.ts')).validatePayload(args, context)),
    )
    .command(
      'sign <method> <url> [file]',
      'Print the headers of a signed call to a shop, for curl -H @-',
      (command) =>
        command
          .positional('method', { type: 'string', demandOption: true, describe: 'Such as GET or POST' })
          .positional('url', { type: 'string', demandOption: true, describe: 'The whole address' })
          .positional('file', { type: 'string', describe: 'File with the body' })
          .options({ config })
          .example(
            'conformance sign POST https://shop.example/order body.json | curl -i -H @- --data-binary @body.json https://shop.example/order',
            '',
          ),
      async (args) => end(await (await import('./commands/sign.ts')).signCall(args, context, Date.now())),
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
            out: {
              ...out,
              default: undefined,
              describe: 'Folder for the reports [the folder, or conformance-results]',
            },
            compare: { type: 'boolean', default: false, describe: 'Say what was fixed, broke or vanished between two' },
            register,
            'write-expected': writeExpected,
            force,
            open,
            ci,
            json: json('report'),
          })
          .example([
            ['conformance report conformance-results', 'The reports of a run once more'],
            ['conformance report shard-1 shard-2 --out merged', 'One verdict of all shards'],
            ['conformance report --compare before after', 'What a release fixed and broke'],
          ]),
      async (args) => end(await (await import('./commands/report.ts')).rebuildReports(args, context)),
    )
    .command(
      'show <folders..>',
      'Look at runs in the console: traffic, stories and what changed between them, until Ctrl-C',
      (command) =>
        command
          .positional('folders', { type: 'string', array: true, demandOption: true, describe: 'Results of runs' })
          .option('port', { ...single, describe: 'Port, or host:port, to listen on [any free one]' }),
      async (args) => end(await (await import('./commands/show.ts')).showResults(args, context)),
    )
    .command(
      'eject <results> <id>',
      'Write a failure of a shop as a test that runs without conformance',
      (command) =>
        command
          .positional('results', { type: 'string', demandOption: true, describe: 'Output folder of a run' })
          .positional('id', { type: 'string', demandOption: true, describe: 'Requirement that failed' })
          .options({
            as: { choices: ejectables, demandOption: true, describe: 'Language of the test' },
            out: { ...single, describe: 'File to write [named after the requirement]' },
          }),
      async (args) => end((await import('./commands/eject.ts')).eject(args, context)),
    )
    .command(
      'certify [folders..]',
      'Sign a certificate for a fully conformant run, or list what is missing',
      (command) =>
        command
          .positional('folders', { type: 'string', array: true, describe: 'Results of a run, or of all its shards' })
          .options({
            key: { ...single, describe: 'Private Ed25519 key, PEM', default: context.env['CONFORMANCE_KEY'] },
            'new-key': { ...single, describe: 'Only make a key: FILE, and FILE.pub for others' },
            out: { ...single, describe: 'File for the certificate [certificate.json in the first folder]' },
            valid: { ...single, describe: 'Days until it expires [365]' },
            register,
            json: json('certify'),
          }),
      async (args) => end(await (await import('./commands/certify.ts')).certify(args, context)),
    )
    .command(
      'verify <file>',
      'Check a certificate offline: signature, dates, completeness, evidence',
      (command) =>
        command
          .positional('file', { type: 'string', demandOption: true, describe: 'The certificate' })
          .options({
            key: { ...single, describe: 'Public key that must have signed it, PEM' },
            evidence: { ...repeatable, describe: 'Folder with the results it rests on; repeated for shards' },
            json: json('verify'),
          })
          .example('conformance verify certificate.json --key signing.key.pub', ''),
      async (args) => end(await (await import('./commands/verify.ts')).verify(args, context)),
    )
    .command(
      'mcp',
      'Serve the commands to an agent, over the Model Context Protocol on standard input and output',
      (command) =>
        command.options({
          allow: { ...repeatable, choices: allowances, describe: 'Allow more than reading; may be repeated' },
        }),
      async (args) => end(await (await import('./mcp/serve.ts')).serveMcp(args, context)),
    )
    .command(
      'sample <party>',
      'Serve a reference shop or till to practise on, with faults if wanted, until Ctrl-C',
      (command) =>
        command.positional('party', { ...suite, choices: writable, describe: 'What is served' }).options({
          variant: { ...single, describe: 'granite or willow; quartz or copper, which needs @aws-sdk/client-sqs' },
          fault: { ...repeatable, describe: 'Give it this defect; may be repeated' },
          faults: { type: 'boolean', default: false, describe: 'Only list the defects there are' },
          latency: { ...single, describe: 'Milliseconds that each answer or command takes longer' },
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
