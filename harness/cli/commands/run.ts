import { join, resolve } from 'node:path';
import { isScored, type ReplayPlan } from '#schemas';
import { type Certification, certifyTarget } from '../../output/certification.ts';
import { certifyTills } from '../../output/certify-tills.ts';
import { defaultOut } from '../../config/default-files.ts';
import { flagsOf } from '../../config/flags.ts';
import { repeatedFolder } from '../../config/files.ts';
import { type LoadedConfig, readConfig, readConfigIfThere } from '../../config/read.ts';
import { seedFrom, seedOfShards } from '../../plan/seed.ts';
import { placesOrders } from '../../plan/select.ts';
import { budgetSentence } from '../../ports/merchant/budget.ts';
import { shardFrom } from '../../plan/shard.ts';
import { readTextFile } from '../../config/text-file.ts';
import { namedApart, type OneTill, tillsOf } from '../../config/tills.ts';
import { misuse, UsageError } from '../../config/usage-error.ts';
import { prepareOutputFolder } from '../../output/folder.ts';
import { registerFrom } from '../../verdicts/scored.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import { configurationDigest } from '../../run/configuration-digest.ts';
import { redactorFor } from '../../run/redactor.ts';
import type { CommandArgs } from '../args.gen.ts';
import { type LiveProgress, liveProgress } from '../terminal/live-progress.ts';
import { prompterOf } from '../prompter.ts';
import { type CliContext, interruption } from '../cli-context.ts';
import { runEvent } from '../terminal/run-event.ts';
import { setUpLine } from '../terminal/columns.ts';
import { showCertified, showTills } from './run-summary.ts';
import type { Answered } from '../terminal/printer.ts';
import { checkExpectedFile, writeExpectedFile } from './expected-failures-file.ts';

type RunArgs = CommandArgs['run'] & {
  /** Of one target of a fleet: what wins over its configuration file. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** What one target of a fleet is called in it. */
  readonly ofFleet?: string;
};

/** `conformance run`: everything that can be wrong with the request is said before the first call goes out. */
export const runSuite = async (args: RunArgs, context: CliContext): Promise<Answered<'run-answer'>> => {
  const { suite } = args;
  // Without a configuration there is our own platform to certify.
  const read = suite === 'platform' ? readConfigIfThere : readConfig;
  const { cwd, env, printer } = context;
  const given = read({ file: args.config, cwd, env, overrides: args.overrides });
  const loaded = args.ofFleet === undefined ? given : { ...given, config: namedApart(given.config, args.ofFleet) };
  const replay = args.replay === undefined ? undefined : readReplay(args.replay, cwd);
  const shard = shardFrom(args.shard, args.shardExit);
  const most = mostFailures(args);
  const register = registerFrom(args.register);
  const seed = replay?.seed ?? (shard === undefined ? seedFrom(args.seed, Math.random) : seedOfOne(args.seed, loaded));
  const tills = tillsAsked(args, loaded);
  if (tills !== undefined) onlyOfOne(args, tills);
  checkExpectedFile(args, context);
  const out = prepareOutputFolder(args.out, cwd);
  const folder = args.out;
  using interrupted = interruption(context, folder);
  // Also of one that was over, and was interrupted as its reports were written.
  const ended = (came: Answered<'run-answer'>): Answered<'run-answer'> =>
    interrupted.signal.aborted ? { ...came, code: exitCodes.interrupted } : came;
  for (const warning of loaded.warnings ?? []) printer.note(warning);
  printer.note(`Seed ${seed}`);
  const certificationOf = (
    of: LoadedConfig,
    command: readonly string[],
    live: LiveProgress,
    till?: string,
  ): Certification => ({
    ...of,
    enough: live.enough,
    suite,
    seed,
    effort: args.effort,
    only: args.only,
    skip: args.skip,
    replay,
    shard,
    register,
    command,
    env,
    signal: interrupted.signal,
    prompter: prompterOf(context),
    onSetUp: (checks) => {
      for (const check of checks.filter(({ status }) => status === 'hint')) live.note(setUpLine(check));
    },
    onEvent: (event) => {
      if (event.event === 'check' && !isScored(event.requirement, register)) return;
      if (event.event === 'run-started' && suite === 'merchant')
        live.note(`This run ${budgetSentence(of.config.merchant?.budget, placesOrders(event.plan.scenarios))}.`);
      live.event(event);
      const told = runEvent(event, till);
      if (told !== undefined) printer.event(told);
    },
    onProgress: live.doing,
    announce: live.note,
  });
  const live = liveProgress(printer, undefined, most);
  try {
    if (tills === undefined) {
      const certified = await certifyTarget(out, certificationOf(loaded, commandOf(args, seed), live));
      live.end();
      writeExpectedFile(args, certified.reported.result, [folder], context);
      return ended(showCertified(certified, { folder, open: args.open, repeats: repeatedFolder(folder) }, context));
    }
    const certified = await certifyTills(out, {
      tills,
      isAttended: context.ask !== undefined,
      announce: (text) => printer.note(text),
      certificationOf: (till) =>
        certificationOf(
          till.loaded,
          commandOf({ ...args, till: [till.name] }, seed),
          liveProgress(printer, till.name, most),
          till.name,
        ),
    });
    live.end();
    writeExpectedFile(
      args,
      certified.result,
      tills.map(({ name }) => join(folder, name)),
      context,
    );
    return ended(showTills(certified, { folder, open: args.open, repeats: repeatedFolder(folder) }, context));
  } finally {
    live.end();
  }
};

const mostFailures = ({ bail, maxFailures = Number.POSITIVE_INFINITY }: CommandArgs['run']): number => {
  if (maxFailures >= 1) return bail ? 1 : maxFailures;
  throw misuse('--max-failures', `${maxFailures} is no number of failures. Give 1 or more.`);
};

const seedOfOne = (given: string | undefined, { config, secrets }: LoadedConfig): number =>
  given === undefined
    ? seedOfShards(configurationDigest(config, redactorFor(config, secrets)))
    : seedFrom(given, Math.random);

const tillsAsked = ({ suite, till = [] }: CommandArgs['run'], loaded: LoadedConfig): readonly OneTill[] | undefined => {
  if (suite === 'pos') return tillsOf(loaded, till);
  if (till.length === 0) return undefined;
  throw new UsageError(`--till is for conformance run pos, not for run ${suite}.`, '--till');
};

/** A stored plan and a part of a run are one till's. */
const onlyOfOne = ({ replay, shard }: CommandArgs['run'], tills: readonly OneTill[]): void => {
  if (tills.length === 1) return;
  const option = replay !== undefined ? '--replay' : shard !== undefined ? '--shard' : undefined;
  if (option === undefined) return;
  const valid = tills.map(({ name }) => `--till ${name}`).join(', ');
  throw new UsageError(`${option} is about one till, and there are ${tills.length}. Add one of ${valid}.`, option);
};

/** The command line that does the same again: with the seed that was drawn, without what only concerns this terminal. */
const commandOf = (args: CommandArgs['run'], seed: number): readonly string[] => {
  const { suite, till, effort, replay, shard, shardExit } = args;
  return [
    'run',
    suite,
    ...flagsOf({
      ...optionsOfBoth(args),
      till,
      effort: effort === 'standard' ? undefined : effort,
      replay,
      shard,
      'shard-exit': shard !== undefined && shardExit === 0 ? 0 : undefined,
      seed,
    }),
  ];
};

/** What a run and a judgement of captures are told in the same words. */
export const optionsOfBoth = ({
  config,
  out,
  only,
  skip,
  register,
}: Pick<CommandArgs['run'], 'config' | 'out' | 'only' | 'skip' | 'register'>) => ({
  config,
  out: out === defaultOut ? undefined : out,
  only,
  skip,
  register,
});

const readReplay = (given: string, cwd: string): ReplayPlan => {
  const wrong = (why: string): UsageError =>
    misuse('--replay', `${given} ${why}. Give a file from the replays folder of an earlier run.`);
  let plan: unknown;
  try {
    plan = JSON.parse(readTextFile(resolve(cwd, given), given));
  } catch (error) {
    throw wrong(`cannot be read: ${(error as Error).message}`);
  }
  const { scenario, property, seed } = (plan ?? {}) as Partial<ReplayPlan>;
  if (typeof scenario === 'string' && typeof property === 'string' && Number.isInteger(seed)) return plan as ReplayPlan;
  throw wrong('is no stored counterexample');
};
