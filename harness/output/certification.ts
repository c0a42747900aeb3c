import { createPatientClock, systemClock } from '#mocks/time';
import type { Reported } from '#reports';
import type { Config, JournalEvent, Party, ReplayPlan, RunResult } from '#schemas';
import { type Redactor, createRedactor, redactRecorded } from '#traffic';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentationAddress } from '../config/documentation.ts';
import { journalName, replayPath, replaysName, resultsBeforeName, targetLogName } from '../config/files.ts';
import { checkSignatures } from '../config/signatures.ts';
import { activatesItself } from '../config/configured-targets.ts';
import { examinations } from '../doctor/examinations.ts';
import { type SetUpCheck, asFarAsNeeded, refusal } from '../doctor/set-up-check.ts';
import { createJournal } from '../run/journal.ts';
import { redactorFor } from '../run/redactor.ts';
import type { RunOptions } from '../run/run-options.ts';
import { run } from '../run/session.ts';
import type { Prompter } from '../targets/manual-trigger.ts';
import { activatedAtStart, type TargetTriggers, type TriggerDeps, createTriggers } from '../targets/triggers.ts';
import { powerOf } from '../verdicts/detection-power.ts';
import { createAllureBuilder } from './allure-builder.ts';
import { type JournalEvidence, readEvidence } from './evidence.ts';
import { clearEarlierRun } from './folder.ts';
import { inside } from './inside.ts';
import { type ReportOptions, type Written, reportsOf, writeReports } from './reports.ts';
import { resultIn } from './read-result.ts';

export interface Certification extends RunOptions {
  /** The configuration, as messages call it. */
  readonly file: string;
  readonly prompter?: Prompter | undefined;
  /** What was found out about the set-up before the first scenario. */
  readonly onSetUp?: ((checks: readonly SetUpCheck[]) => void) | undefined;
}

/** Examines the set-up and runs the suite; the journal goes to `onEvent`, and nothing is written. */
export const judgeTarget = async (certification: Certification): Promise<RunResult> => {
  const { suite, config, file, env = {}, signal, prompter, onSetUp, fetch } = certification;
  const { clock = createPatientClock(systemClock) } = certification;
  await checkSignatures(config, file);
  await using examination = examinations[suite](certification, { clock, signal, env, fetch });
  const { dispatcher, examine } = examination;
  const tillAddresses = new Map<number, string>();
  return await run({
    ...certification,
    tillAddresses,
    clock,
    triggers: triggersOf(suite, config, { signal, dispatcher, prompter, addresses: tillAddresses }),
    preflight: async (needs) => {
      const checks = asFarAsNeeded(await examine(), needs);
      onSetUp?.(checks);
      const no = refusal(checks);
      return no === undefined ? { ok: true } : { ok: false, reason: no };
    },
  });
};

/** A till is activated by its trigger, as it is started, or by somebody at the terminal without any set-up. */
const triggersOf = (suite: Party, { triggers, pos = {} }: Config, deps: TriggerDeps): TargetTriggers => {
  if (suite !== 'pos' || triggers?.activatePos !== undefined) return createTriggers(triggers, deps);
  if (activatesItself(pos)) return activatedAtStart(createTriggers(triggers, deps));
  return createTriggers({ activatePos: { manual: activation }, ...triggers }, deps);
};

const activation =
  'Activate the till with\n  platform address  {{platformUrl}}\n  tax id            {{merchantTaxId}}\n  PIN               {{pinCode}}\n' +
  'A run activates the till several times and refuses some PINs on purpose. It goes on by itself after each call, and asks again with a new PIN.';

export interface Certified extends Written {
  readonly reported: Reported;
}

/** The same with a folder for the journal, the results and the reports: an absolute path that can be written to. */
export const certifyTarget = async (out: string, certification: Certification): Promise<Certified> => {
  const { config, secrets, env = {}, onEvent, replay } = certification;
  const { redactor = redactorFor(config, secrets) } = certification;
  const formats = config.reports?.formats;
  const hasAllure = reportsOf(formats, env).some(({ name }) => name === 'allure');
  await using allure = createAllureBuilder(out, { remember: true });
  const journal = join(out, journalName);
  // With the first event: what cannot be asked for leaves the earlier run as it was.
  const begin = (): void => clearEarlierRun(out, { keepReplays: replay !== undefined });
  const result = await withJournal({ path: journal, begin }, async (write) => {
    const onEvery = (event: JournalEvent): void => {
      write(event);
      // Not before: the first call to the target should not have to share the processor with a library.
      if (event.event === 'scenario-started' && hasAllure) allure.prepare();
      onEvent?.(event);
    };
    return await judgeTarget({ ...certification, redactor, onEvent: onEvery, targetLog: join(out, targetLogName) });
  });
  return await writeAll(out, result, await readEvidence(journal, result), { formats, env, allure, redactor });
};

const withJournal = async (
  { path, begin }: { readonly path: string; readonly begin: () => void },
  work: (write: (event: JournalEvent) => void) => Promise<RunResult>,
): Promise<RunResult> => {
  let journal: ReturnType<typeof createJournal> | undefined;
  try {
    return await work((event) => {
      if (journal === undefined) begin();
      journal ??= createJournal(path);
      journal.write(event);
    });
  } finally {
    journal?.[Symbol.dispose]();
  }
};

/** Everything a folder holds beside its journal. */
export const writeAll = async (
  out: string,
  result: RunResult,
  { replays, ...evidence }: JournalEvidence,
  { redactor = createRedactor(), ...options }: ReportOptions & { readonly redactor?: Redactor },
): Promise<Certified> => {
  const documentation = documentationAddress(options.env);
  const before = resultBefore(out, result);
  const reported = {
    ...withoutSecrets({ result, ...evidence, ...(before && { before }), power: powerOf(result) }, redactor),
    ...(documentation && { documentation }),
  };
  writeReplays(out, replays);
  return { reported, ...(await writeReports(out, reported, options)) };
};

/** What the run before came to, if it was of the same target. */
const resultBefore = (out: string, { suite, target }: RunResult): RunResult | undefined => {
  const before = resultIn(join(out, resultsBeforeName));
  return typeof before !== 'string' && before.suite === suite && before.target.name === target.name
    ? before
    : undefined;
};

/** Stores every counterexample of a run, to be given to `--replay`. */
const writeReplays = (folder: string, replays: readonly ReplayPlan[]): void => {
  if (replays.length > 0) mkdirSync(inside(folder, replaysName), { recursive: true });
  for (const replay of replays) {
    writeFileSync(inside(folder, replayPath(replay)), `${JSON.stringify(replay, null, 2)}\n`);
  }
};

/**
 * What reports get, without any secret. All of it was redacted as it came; but a secret may have become known only later, and
 * a report takes texts apart and shows what they decode to. Ids and counts stay as they are.
 */
export const withoutSecrets = (reported: Reported, redactor: Redactor): Reported => ({
  result: redactResult(reported.result, redactor),
  ...(reported.power && { power: reported.power }),
  ...(reported.before && { before: redactResult(reported.before, redactor) }),
  exchanges: new Map([...reported.exchanges].map(([n, exchange]) => [n, redactRecorded(exchange, redactor)])),
  everyExchange: async function* () {
    for await (const exchange of reported.everyExchange()) yield redactRecorded(exchange, redactor);
  },
});

const redactResult = (result: RunResult, { text, value }: Redactor): RunResult => {
  const reason = (of: { readonly reason?: string }) => of.reason !== undefined && { reason: text(of.reason) };
  return {
    ...result,
    ...reason(result),
    target: value(result.target),
    requirements: result.requirements.map((row) => ({
      ...row,
      ...reason(row),
      violations: row.violations.map((violation) => ({
        ...violation,
        message: text(violation.message),
        expected: text(violation.expected),
        actual: text(violation.actual),
        ...(violation.pointer !== undefined && { pointer: text(violation.pointer) }),
        ...(violation.cause !== undefined && { cause: text(violation.cause) }),
        ...(violation.known !== undefined && { known: text(violation.known) }),
      })),
    })),
    scenarios: result.scenarios.map((scenario) => ({ ...scenario, ...reason(scenario) })),
    assumptions: result.assumptions.map((one) => ({ ...one, value: value(one.value), observed: value(one.observed) })),
    unexpected: value(result.unexpected),
  };
};
