import { systemClock } from '#mocks/time';
import type { Party } from '#schemas';
import { readConfig, readConfigIfThere } from '../../config/read.ts';
import { checkSignatures } from '../../config/signatures.ts';
import { tillsOf } from '../../config/tills.ts';
import { examinations } from '../../doctor/examinations.ts';
import { refusal } from '../../doctor/set-up-check.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import { interruption } from '../interruption.ts';
import { setUpLine } from '../terminal/set-up-line.ts';
import type { CliContext } from '../cli-context.ts';

export interface DoctorArgs {
  readonly suite: Party;
  readonly config: string | undefined;
}

/** `conformance doctor`: the set-up only; nothing is judged. */
export const checkSetUp = async (args: DoctorArgs, context: CliContext): Promise<number> => {
  const { cwd, env, printer } = context;
  // As with a run: without a configuration there is our own platform.
  const read = args.suite === 'platform' ? readConfigIfThere : readConfig;
  const loaded = read({ file: args.config, cwd, env });
  for (const warning of loaded.warnings ?? []) printer.note(warning);
  await checkSignatures(loaded.config, loaded.file);
  using interrupted = interruption(context);
  const tills = args.suite === 'pos' ? tillsOf(loaded) : undefined;
  const targets = tills?.map(({ name, loaded: of }) => ({ of, ahead: `${name}: ` })) ?? [{ of: loaded, ahead: '' }];
  try {
    let ready = true;
    let hints = 0;
    for (const { of, ahead } of targets) {
      await using examination = examinations[args.suite](of, {
        clock: systemClock,
        signal: interrupted.signal,
        env,
        isThorough: true,
      });
      const checks = await examination.examine();
      for (const check of checks) printer.out(ahead + setUpLine(check));
      ready &&= refusal(checks) === undefined;
      hints += checks.filter(({ status }) => status === 'hint').length;
    }
    printer.out(ready ? `\nReady to run.${lookAt(hints)}` : '\nNot ready: a run would not be judged.');
    return ready ? exitCodes.conformant : exitCodes.notJudged;
  } catch (error) {
    if (interrupted.signal.aborted) return exitCodes.interrupted;
    throw error;
  }
};

const lookAt = (hints: number): string => {
  if (hints === 0) return '';
  return hints === 1 ? ' Look at the line marked ! first.' : ` Look at the ${hints} lines marked ! first.`;
};
