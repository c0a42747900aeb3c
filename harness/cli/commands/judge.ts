import { basename, relative, resolve, sep } from 'node:path';
import { systemClock } from '#mocks/time';
import { printableLine } from '#reports/printable';
import { createCaptureReader } from '../../captures/exchanges.ts';
import { inOrderOfCompletion } from '../../captures/completion.ts';
import { entriesIn, type Progress } from '../../captures/entries.ts';
import { ofARun, repeatedFolder } from '../../config/files.ts';
import { flagsOf } from '../../config/flags.ts';
import { callSettings } from '../../config/call-settings.ts';
import { readConfigIfThere } from '../../config/read.ts';
import { UsageError } from '../../config/usage-error.ts';
import { prepareOutputFolder } from '../../output/folder.ts';
import { registerFrom } from '../../verdicts/scored.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import { writeWatched } from '../../output/watched.ts';
import type { CommandArgs } from '../args.gen.ts';
import { type CliContext, interruption } from '../cli-context.ts';
import type { Answered } from '../terminal/printer.ts';
import { checkExpectedFile, writeExpectedFile } from './expected-failures-file.ts';
import { optionsOfBoth } from './run.ts';
import { showCertified } from './run-summary.ts';

/** `conformance judge`: verdicts from traffic that was captured elsewhere. */
export const judgeCaptures = async (
  args: CommandArgs['judge'],
  context: CliContext,
): Promise<Answered<'run-answer'>> => {
  const { suite, captures } = args;
  const { cwd, env, printer } = context;
  const { config, secrets } = readConfigIfThere({ file: args.config, cwd, env });
  checkExpectedFile(args, context);
  const folder = args.out;
  const out = prepareOutputFolder(folder, cwd);
  keepCaptures(args, { folder, out, cwd });
  const reader = createCaptureReader({ party: suite, settings: callSettings(suite, config) });
  using interrupted = interruption(context, folder);
  let total = 0;
  let seen = 0;
  try {
    const certified = await writeWatched(
      out,
      {
        suite,
        config,
        secrets,
        only: args.only,
        skip: args.skip,
        register: registerFrom(args.register),
        command: commandOf(args),
        clock: systemClock,
        env,
      },
      async (run) => {
        for (const given of captures) {
          const captured = (async function* () {
            const show = progressOf(basename(given), (text) => printer.status(text));
            let number = 0;
            for await (const entry of entriesIn(resolve(cwd, given), given, (progress) => show(progress, total))) {
              if (interrupted.signal.aborted) return;
              number++;
              total++;
              const one = reader.read(entry, `${given}, exchange ${number}`);
              if (one !== undefined) yield one;
            }
          })();
          for await (const { exchange, scenario } of inOrderOfCompletion(captured)) {
            seen++;
            run.see(exchange, scenario);
          }
        }
        printer.status('');
        return interrupted.signal.aborted ? 'interrupted' : 'completed';
      },
    );
    if (seen === 0 && !interrupted.signal.aborted) throw nothingIn(args, total);
    printer.note(`${seen} of ${total} captured exchanges belong to the protocol.`);
    if (reader.unkept() > 0) printer.note(`${reader.unkept()} of them have no complete body to judge.`);
    if (reader.elsewhere() > 0)
      printer.note(`${reader.elsewhere()} more were answered by a cache or by a route of a test, and are not judged.`);
    for (const [what, times] of reader.guessed()) printer.note(printableLine(`Taken for ${what} (${times} times)`));
    const several = [...takenTwice(reader.guessed().keys())].join(', ');
    if (several !== '')
      printer.note(`Several addresses look like ${several}. Name those of one shop in the configuration.`);
    writeExpectedFile(args, certified.reported.result, [folder], context);
    const ended = showCertified(certified, { folder, open: args.open, repeats: repeatedFolder(folder) }, context);
    return interrupted.signal.aborted ? { ...ended, code: exitCodes.interrupted } : ended;
  } finally {
    printer.status('');
  }
};

/** Calls with several addresses, which need not be of one shop. */
const takenTwice = (guessed: Iterable<string>): ReadonlySet<string> => {
  const calls = [...guessed].map((what) => what.slice(0, what.indexOf(':')));
  return new Set(calls.filter((call, place) => calls.indexOf(call) !== place));
};

const nothingIn = ({ suite, captures }: CommandArgs['judge'], total: number): UsageError => {
  if (total === 0) return new UsageError(`There is no exchange in ${captures.join(', ')}.`);
  return new UsageError(
    `None of the ${total} exchanges in ${captures.join(', ')} is of the ${suite} suite. ${sayWhichCalls[suite]}`,
    suite === 'merchant' ? 'merchant.basketUrl' : 'platform.paths',
  );
};

const progressOf = (name: string, status: (text: string) => void) => {
  let shown = 0;
  return ({ bytes, of }: Progress, exchanges: number): void => {
    const now = Date.now();
    if (now - shown < 200) return;
    shown = now;
    status(`${name} ${Math.floor((100 * bytes) / Math.max(1, of))} %, ${exchanges} exchanges`);
  };
};

/** What a run left is cleared away for the next one in its folder, also where that was to be read. */
const keepCaptures = (
  { captures }: CommandArgs['judge'],
  { folder, out, cwd }: Readonly<Record<'folder' | 'out' | 'cwd', string>>,
): void => {
  const own = captures.find((given) => {
    const [first = ''] = relative(out, resolve(cwd, given)).split(sep);
    return ofARun.some((name) => name.replace(/\/$/, '') === first);
  });
  if (own !== undefined)
    throw new UsageError(`${own} belongs to the run in ${folder}, which would be lost. Give another --out.`, '--out');
};

const commandOf = (args: CommandArgs['judge']): readonly string[] => [
  'judge',
  args.suite,
  ...args.captures,
  ...flagsOf(optionsOfBoth(args)),
];

/** What to do where none of the calls that were seen is known to be of the protocol. */
export const sayWhichCalls = {
  merchant: 'Set merchant.basketUrl, recalculateUrl, orderUrl and catalogueUrl in the configuration.',
  pos: 'Set platform.paths in the configuration.',
} as const;
