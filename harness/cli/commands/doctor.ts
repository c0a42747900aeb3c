import { wrapped } from '#reports/wrapping';
import { systemClock } from '#mocks/time';
import { readConfig, readConfigIfThere } from '../../config/read.ts';
import { checkSignatures } from '../../config/signatures.ts';
import { tillsOf } from '../../config/tills.ts';
import { examinations } from '../../doctor/examinations.ts';
import { refusal } from '../../doctor/set-up-check.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import type { CommandArgs } from '../args.gen.ts';
import { type CliContext, interruption } from '../cli-context.ts';
import { setUpLine } from '../terminal/columns.ts';
import type { Answered } from '../terminal/printer.ts';

/** `conformance doctor`: the set-up only; nothing is judged. */
export const checkSetUp = async (
  args: CommandArgs['doctor'],
  context: CliContext,
): Promise<number | Answered<'doctor-answer'>> => {
  const { cwd, env, printer } = context;
  // As with a run: without a configuration there is our own platform.
  const read = args.suite === 'platform' ? readConfigIfThere : readConfig;
  const loaded = read({ file: args.config, cwd, env });
  for (const warning of loaded.warnings ?? []) printer.note(warning);
  await checkSignatures(loaded.config, loaded.file);
  using interrupted = interruption(context);
  const tills = args.suite === 'pos' ? tillsOf(loaded) : undefined;
  const targets = tills?.map(({ name, loaded: of }) => ({ of, till: name })) ?? [{ of: loaded, till: undefined }];
  try {
    const examined = [];
    for (const { of, till } of targets) {
      await using examination = examinations[args.suite](of, {
        clock: systemClock,
        signal: interrupted.signal,
        env,
        isThorough: true,
      });
      const checks = await examination.examine();
      const lines = checks.map((check) => (till === undefined ? '' : `${till}: `) + setUpLine(check));
      for (const line of lines) printer.out(wrapped(line, printer.listWidth - 2).join('\n  '));
      examined.push({ ...(till !== undefined && { till }), checks });
    }
    const ready = examined.every(({ checks }) => refusal(checks) === undefined);
    const hints = examined.flatMap(({ checks }) => checks.filter(({ status }) => status === 'hint')).length;
    const look = hints === 0 ? '' : ` Look at the ${hints === 1 ? 'line' : `${hints} lines`} marked ! first.`;
    printer.out(ready ? `\nReady to run.${look}` : '\nNot ready: a run would not be judged.');
    return { code: ready ? exitCodes.conformant : exitCodes.notJudged, answer: { ready, targets: examined } };
  } catch (error) {
    if (interrupted.signal.aborted) return exitCodes.interrupted;
    throw error;
  }
};
