import type { Argv } from 'yargs';
import type { CliContext } from './cli-context.ts';
import type { Answered } from './terminal/printer.ts';
import { commonOptions, json, repeatable, single, suite, writable } from './options.ts';

export const describeJudging = (parser: Argv, context: CliContext, end: (ended: number | Answered) => void): Argv => {
  const { env } = context;
  const { config, out, effort, ci, open, writeExpected, force, register } = commonOptions(context);
  return parser
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
          seed: {
            ...single,
            describe: 'Repeat a run with its seed, a whole number',
            default: env['CONFORMANCE_SEED'],
          },
          effort,
          replay: { ...single, describe: 'Run one stored counterexample again; with --out beside the run it is of' },
          shard: { ...single, describe: 'Run part i of n, as i/n' },
          'shard-exit': {
            choices: [0, 4] as const,
            requiresArg: true,
            default: 4 as const,
            describe: 'Exit code of a shard when only requirements of other shards are missing',
          },
          bail: { type: 'boolean', default: false, describe: 'End the run at the first requirement that fails' },
          'max-failures': {
            type: 'number',
            requiresArg: true,
            describe: 'End the run after N failed requirements',
          },
          register,
          'write-expected': writeExpected,
          force,
          till: { ...repeatable, describe: 'Only this one of pos.tills; may be repeated' },
          json: json('run'),
          events: {
            type: 'boolean',
            default: false,
            describe: 'Print events as they happen, a line of JSON each: schema run-event',
          },
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
            register,
            'write-expected': writeExpected,
            force,
            json: json('judge'),
          })
          .example('conformance judge merchant traffic.har', ''),
      async (args) => end(await (await import('./commands/judge.ts')).judgeCaptures(args, context)),
    )
    .command(
      'watch <suite>',
      'Judge live traffic as a reverse proxy in front of a shop or platform, until Ctrl-C',
      (command) =>
        command.positional('suite', { ...suite, choices: writable }).options({
          listen: { ...single, describe: 'Address to listen on, as host:port or a port [any free one]' },
          target: { ...single, describe: 'URL of the target behind the proxy or the mirror' },
          mirror: {
            ...single,
            describe: 'Port for calls that a proxy mirrors, instead of being the proxy',
          },
          config,
          out: { ...single, describe: 'Folder for journal and reports [conformance-watch/TIME]' },
          sample: {
            type: 'number',
            requiresArg: true,
            default: 1,
            describe: 'Share of the calls of a busy shop to judge',
          },
          'body-cap': {
            type: 'number',
            requiresArg: true,
            default: 8192,
            describe: 'KiB of a body to keep; longer bodies pass through and are not judged',
          },
          'control-port': { ...single, describe: 'Address of the console, as host:port or a port [none]' },
          'change-host': {
            type: 'boolean',
            default: false,
            describe: "Rewrite the Host header to the target's host",
          },
          open,
          ci,
        }),
      async (args) => end(await (await import('./commands/watch.ts')).watchLive(args, context)),
    );
};
