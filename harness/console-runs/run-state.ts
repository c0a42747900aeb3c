import type { RunExchanges } from '#console';
import {
  isRequirementId,
  type JournalEvent,
  requirement,
  type RunResult,
  type RunRow,
  type RunSummary,
} from '#schemas';
import { exitCodes } from '../verdicts/exit-codes.ts';
import type { Prompter } from '../targets/manual-trigger.ts';
import { createFold } from '../verdicts/settle.ts';

/** A run as it goes on: its journal comes in, a summary can be asked for at any time. */
export type RunState = ReturnType<typeof createRunState>;

interface RunStateDeps {
  readonly id: string;
  readonly wish: RunSummary['wish'];
  readonly target: string | undefined;
  readonly config: string | undefined;
  readonly exchanges: RunExchanges;
  readonly folder: string;
  readonly now: () => number;
  readonly changed: () => void;
}

interface Asked {
  readonly turn: NonNullable<RunSummary['turn']>;
  readonly done: (text: string) => void;
}

export const createRunState = (deps: RunStateDeps) => {
  const { id, wish, target, config, exchanges, folder, now, changed } = deps;
  const startedAt = now();
  const fold = createFold();
  const interrupted = new AbortController();
  const heard = new Set<string>();
  const asked: Asked[] = [];
  let [total, done] = [0, 0];
  let over: Pick<RunSummary, 'status' | 'verdict' | 'exitCode' | 'counts'> | undefined;
  let result: RunResult | undefined;
  let hasBegun = false;
  let message: string | undefined;

  const rows = (): RunResult['requirements'] => (hasBegun ? (result ?? fold.result(false)).requirements : []);
  // Nothing is untried before the run is over.
  const statusOf = (row: RunResult['requirements'][number]): RunRow['status'] =>
    over === undefined && row.status === 'not-exercised' && !heard.has(row.id) ? 'pending' : row.status;

  return {
    id,
    folder,
    get signal(): AbortSignal {
      return interrupted.signal;
    },
    summary(): RunSummary {
      const [first] = asked;
      return {
        id,
        suite: wish.suite,
        wish,
        ...(target !== undefined && { target }),
        ...(config !== undefined && { config }),
        status: first === undefined ? 'running' : 'waiting',
        startedAt,
        ...over,
        done,
        total,
        requirements: rows().map((row) => ({
          id: row.id,
          status: statusOf(row),
          ...(over !== undefined && row.unlock !== undefined && { unlock: row.unlock }),
        })),
        ...(result?.diagnosis && { diagnosis: result.diagnosis }),
        ...(first !== undefined && { turn: first.turn }),
        ...(message !== undefined && { message }),
      };
    },
    /** Undefined: the run judges no such requirement, or has not begun. */
    row(wanted: string): RunRow | undefined {
      const row = rows().find((each) => each.id === wanted);
      if (row === undefined || !isRequirementId(row.id)) return undefined;
      const { clause, rule } = requirement(row.id);
      return { ...row, status: statusOf(row), clause, rule };
    },
    /** Undefined until it is over. */
    result: () => result,
    exchanges,
    add(event: JournalEvent) {
      fold.add(event);
      if (event.event === 'observed') return;
      if (event.event === 'exchange') exchanges.add(event.exchange);
      if (event.event === 'run-started') {
        hasBegun = true;
        total = event.plan.scenarios.length;
      }
      if (event.event === 'scenario-finished') done += 1;
      if (event.event === 'check') {
        heard.add(event.requirement);
        exchanges.found(event);
      }
      changed();
    },
    say(text: string) {
      message = text;
      changed();
    },
    prompter: async (...[{ trigger, instruction, wantsAnswer, secondsLeft }, signal]: Parameters<Prompter>) => {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const deadline = now() + secondsLeft * 1000;
      const one: Asked = { turn: { trigger, text: instruction, deadline, wantsAnswer }, done: resolve };
      const leave = (): void => reject(signal.reason as Error);
      signal.addEventListener('abort', leave, { once: true });
      asked.push(one);
      changed();
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', leave);
        asked.splice(asked.indexOf(one), 1);
        changed();
      }
    },
    /** False when nobody is waited for. */
    answer(text: string) {
      const [first] = asked;
      first?.done(text);
      return first !== undefined;
    },
    interrupt: () => interrupted.abort(new Error('interrupted')),
    finish(finished: RunResult) {
      result = finished;
      const { verdict, exitCode, counts } = finished;
      const status = exitCode === exitCodes.interrupted ? 'interrupted' : 'finished';
      over = { status, verdict, exitCode, counts };
      changed();
    },
    fail(text: string) {
      over = { status: interrupted.signal.aborted ? 'interrupted' : 'broken' };
      message = text;
      changed();
    },
  };
};
