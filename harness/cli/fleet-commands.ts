import type { Argv } from 'yargs';
import type { CliContext } from './cli-context.ts';
import type { Answered } from './terminal/printer.ts';
import { commonOptions, json, single } from './options.ts';

// Spelled out, since what is behind them takes time to load.
const engines = ['kubernetes', 'github', 'gitlab', 'slurm'] as const;
const file = { type: 'string', requiresArg: true, default: 'fleet.yaml', describe: 'Fleet file' } as const;
const out = {
  type: 'string',
  requiresArg: true,
  default: 'fleet-results',
  describe: 'Folder with a folder for each target, or s3://BUCKET/PREFIX',
} as const;

export const describeFleet = (parser: Argv, context: CliContext, end: (ended: number | Answered) => void): Argv => {
  const { env } = context;
  const { ci, effort } = commonOptions(context);
  const seed = { ...single, describe: 'Seed of every run', default: env['CONFORMANCE_SEED'] } as const;
  const since = { ...single, describe: 'Folder of the round before, to say what changed' } as const;
  const key = { ...single, describe: 'Private key; every conformant target gets a certificate' } as const;
  const load = async () => await import('./commands/fleet.ts');
  return parser.command('fleet', 'Certify many targets: one by one here, or spread by an engine', (fleet) =>
    fleet
      .command(
        ['all [file]', '$0'],
        'Certify all targets on this machine, and report them',
        (command) =>
          command.positional('file', { ...file }).options({
            out,
            seed,
            effort,
            since,
            key,
            ci,
            parallel: { type: 'number', requiresArg: true, default: 2, describe: 'So many at once' },
          }),
        async (args) => end(await (await load()).runFleet(args, context, new Date().toISOString())),
      )
      .command(
        'run',
        'Certify one target, by --index or as the engine says',
        (command) =>
          command.options({
            file,
            out,
            seed,
            effort,
            ci,
            index: { ...single, describe: 'Which target, from 0 [what the engine says]' },
          }),
        async (args) => end(await (await load()).runOneOfFleet(args, context)),
      )
      .command(
        'report <folder>',
        'One table of all targets, with what is missing',
        (command) =>
          command
            .positional('folder', {
              type: 'string',
              demandOption: true,
              describe: 'What the runs wrote to, a folder or s3://BUCKET/PREFIX',
            })
            .options({
              since,
              key,
              ci,
              json: json('fleet report'),
              out: { ...out, describe: 'Folder for the reports of a bucket' },
            }),
        async (args) =>
          end(await (await import('./commands/fleet-report.ts')).reportFleet(args, context, new Date().toISOString())),
      )
      .command(
        'manifest <engine>',
        'Print what an engine is given to do all targets',
        (command) =>
          command
            .positional('engine', { choices: engines, demandOption: true, describe: 'Whose manifest' })
            .options({ file, results: { ...single, describe: 'What the jobs write to, s3://BUCKET/PREFIX' } }),
        async (args) => end((await load()).printManifest(args, context)),
      )
      .demandCommand(1, 'Give one of: all, run, report or manifest.'),
  );
};
