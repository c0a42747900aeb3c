import { catalogueWalks, createArchive, createRunExchanges } from '#console';
import { ControlError, type RunHost } from '#mocks/platform';
import { type Clock, systemClock } from '#mocks/time';
import { changedIn, compared } from '#reports';
import { type Party, type RunComparison, parties } from '#schemas';
import { scenariosOf } from '#scenarios';
import type { Redactor } from '#traffic';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { callSettings } from '../config/call-settings.ts';
import { flagsOf } from '../config/flags.ts';
import { defaultConfigFile } from '../config/default-files.ts';
import { journalName, pageName } from '../config/files.ts';
import type { LoadedConfig } from '../config/read.ts';
import { checkSignatures } from '../config/signatures.ts';
import { examinations } from '../doctor/examinations.ts';
import { certifyTarget } from '../output/certification.ts';
import { exchangesIn } from '../output/evidence.ts';
import { prepareOutputFolder } from '../output/folder.ts';
import { createFilter } from '../plan/filter.ts';
import { drawSeed } from '../plan/seed.ts';
import { redactorFor } from '../run/redactor.ts';
import { recordedRun } from './recorded-run.ts';
import { besides, loadFor, type Origin, refusing, tillNames } from './run-config.ts';
import { type RunState, createRunState } from './run-state.ts';

export interface ConsoleRunsOptions extends Origin {
  /** Folder that gets one of its own for each run. */
  readonly out: string;
  /** Epoch milliseconds as the page is told them. */
  readonly now: () => number;
  /** Where the platform that serves the page listens itself, once it does. */
  readonly taken: () => readonly number[];
  /** Runs to look at, by their folders; none is started then. */
  readonly over?: readonly { readonly folder: string; readonly id: string }[];
  /** The clock of the runs; the real one unless told. */
  readonly clock?: Clock;
}

export interface ConsoleRuns extends RunHost, AsyncDisposable {}

/** The page reads a run again each time it changes, and checks come by the hundred. */
const quietMs = 200;

/** The runs that are started from the console's page: what `conformance run` does, told as it goes on. */
export const createConsoleRuns = (options: ConsoleRunsOptions): ConsoleRuns => {
  const { cwd, env, out, now, clock, over } = options;
  const states: RunState[] = over?.map(({ folder, id }) => recordedRun(folder, id, cwd)) ?? [];
  const listeners = new Set<(run: string) => void>();
  let running: { readonly state: RunState; readonly ended: Promise<void> } | undefined;

  const stateOf = (id: string): RunState => {
    const state = states.find((each) => each.id === id);
    if (state === undefined) throw new ControlError(404, 'UnknownRun', `There is no run ${id}.`);
    return state;
  };

  const tellOf = (id: string): (() => void) => {
    let isDue = false;
    return () => {
      if (isDue) return;
      isDue = true;
      systemClock.after(quietMs, () => {
        isDue = false;
        for (const listener of listeners) listener(id);
      });
    };
  };

  const perform = async (state: RunState, { loaded, redactor }: Prepared): Promise<void> => {
    const { suite, till, only = [], effort = 'standard', seed } = state.summary().wish;
    const out = relative(cwd, resolve(cwd, state.folder));
    try {
      const { reported } = await certifyTarget(state.folder, {
        ...loaded,
        suite,
        seed,
        effort,
        only,
        redactor,
        command: ['run', suite, ...flagsOf({ config: options.config, out, only, till, seed })],
        env,
        signal: state.signal,
        clock,
        prompter: state.prompter,
        onEvent: state.add,
        announce: state.say,
      });
      state.finish(reported.result);
    } catch (error) {
      state.fail(error instanceof Error ? error.message : String(error));
    }
  };

  return {
    configured: () => existsSync(resolve(cwd, options.config ?? defaultConfigFile)),
    suites: over === undefined ? parties : [],
    tills: () => tillNames(options),
    runs: () => states.map((state) => state.summary()),
    async doctor(suite, till) {
      const { config, file } = loadFor(suite, till, options);
      const refused = (error: unknown): never => refusing(() => raise(error));
      await checkSignatures(config, file).catch(refused);
      const leaving = new AbortController();
      await using examination = refusing(() =>
        examinations[suite]({ config, file }, { clock: systemClock, signal: leaving.signal, env }),
      );
      const checks = await examination.examine();
      return checks.map(({ name, status, message, key }) => ({
        name,
        status,
        message: key === undefined ? message : `${message} (${key})`,
      }));
    },
    start(wish) {
      const { suite, only = [] } = wish;
      if (over !== undefined)
        throw new ControlError(409, 'OnlyShown', 'Results are only shown here. Start runs with conformance run.');
      if (running !== undefined)
        throw new ControlError(409, 'RunGoesOn', `Run ${running.state.id} goes on. Interrupt it, or wait for its end.`);
      const loaded = besides(loadFor(suite, wish.till, options), options.taken());
      refusing(() => createFilter({ suite, scenarios: scenariosOf[suite], only, skip: [], word: '--only' }));
      const id = idFor(suite, new Date(), (taken) => existsSync(join(out, taken)));
      refusing(() => prepareOutputFolder(join(out, id), cwd));
      const { config } = loaded;
      const redactor = redactorFor(config, loaded.secrets);
      const isConfigured = suite !== 'platform' || existsSync(resolve(cwd, options.config ?? defaultConfigFile));
      const state = createRunState({
        id,
        wish: { ...wish, seed: wish.seed ?? drawSeed(Math.random) },
        target: [config.target?.name, config.target?.version].filter(Boolean).join(' ') || undefined,
        config: isConfigured ? loaded.file : undefined,
        exchanges: createRunExchanges({
          settings: callSettings(suite === 'merchant' ? 'merchant' : 'pos', config),
          redactor,
        }),
        folder: join(out, id),
        now,
        changed: tellOf(id),
      });
      states.push(state);
      const ended = perform(state, { loaded, redactor }).finally(() => {
        running = undefined;
      });
      running = { state, ended };
      return state.summary();
    },
    interrupt(id) {
      const state = stateOf(id);
      state.interrupt();
      return state.summary();
    },
    answer: (id, text) => stateOf(id).answer(text),
    row: (id, requirement) => stateOf(id).row(requirement),
    compare: (older, newer) => comparisonOf(stateOf(older), stateOf(newer)),
    async exchanges(id, after, text) {
      const { folder, exchanges } = stateOf(id);
      const since = exchanges.since(after);
      if (text === undefined) return since;
      const holding = new Set<number>();
      for await (const { n, request, response } of exchangesIn(join(folder, journalName)))
        if ([request, response].some((half) => half?.body?.toLowerCase().includes(text.toLowerCase()))) holding.add(n);
      return { ...since, exchanges: since.exchanges.filter((exchange) => holding.has(exchange.id)) };
    },
    async exchange(id, n) {
      const { folder, exchanges } = stateOf(id);
      for await (const recorded of exchangesIn(join(folder, journalName), [n])) return exchanges.detail(recorded);
      return undefined;
    },
    walks: async (id, numbers) => await catalogueWalks(exchangesIn(join(stateOf(id).folder, journalName), numbers)),
    archive: async (id, numbers) => await createArchive(exchangesIn(join(stateOf(id).folder, journalName), numbers)),
    async report(id) {
      const state = stateOf(id);
      if (running?.state === state) return undefined;
      return await readFile(join(state.folder, pageName), 'utf8').catch(() => undefined);
    },
    follow: (listener) => void listeners.add(listener),
    [Symbol.asyncDispose]: async () => {
      running?.state.interrupt();
      await running?.ended;
    },
  };
};

interface Prepared {
  readonly loaded: LoadedConfig;
  readonly redactor: Redactor;
}

const raise = (error: unknown): never => {
  throw error;
};

const idFor = (suite: Party, at: Date, isTaken: (id: string) => boolean): string => {
  const stem = `${at.toISOString().slice(0, 19).replaceAll(':', '-')}-${suite}`;
  let id = stem;
  for (let n = 2; isTaken(id); n += 1) id = `${stem}-${n}`;
  return id;
};

/** What became of each requirement between two runs that are over, the bad news first. */
const comparisonOf = (older: RunState, newer: RunState): RunComparison => {
  const [was, is] = [older.result(), newer.result()];
  if (was === undefined || is === undefined)
    throw new ControlError(409, 'NoResult', 'Only runs that came to their end can be compared.');
  if (was.suite !== is.suite)
    throw new ControlError(400, 'OtherSuite', `One is a run of the ${was.suite} suite, the other of ${is.suite}.`);
  const { words, circumstances, rows } = compared(was, is);
  return {
    older: older.id,
    newer: newer.id,
    words,
    circumstances,
    changes: changedIn({ rows }),
  };
};
