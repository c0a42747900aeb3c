import { join } from 'node:path';
import type { JournalEvent, Party, RunResult, RunSummary } from '#schemas';
import { exitCodes } from '../verdicts/exit-codes.ts';
import type { Prompter } from '../targets/manual-trigger.ts';
import { createFold } from '../verdicts/settle.ts';

/** A run as it goes on: its journal comes in, a summary can be asked for at any time. */
export interface RunState {
  readonly id: string;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly summary: () => RunSummary;
  readonly add: (event: JournalEvent) => void;
  readonly say: (message: string) => void;
  readonly prompter: Prompter;
  /** False when nobody is waited for. */
  readonly answer: (text: string) => boolean;
  readonly interrupt: () => void;
  readonly finish: (result: RunResult) => void;
  readonly fail: (message: string) => void;
}

interface RunStateDeps {
  readonly id: string;
  readonly suite: Party;
  /** In which the run gets a folder of its own. */
  readonly out: string;
  readonly now: () => number;
  readonly changed: () => void;
}

interface Asked {
  readonly turn: NonNullable<RunSummary['turn']>;
  readonly done: (text: string) => void;
}

export const createRunState = ({ id, suite, out, now, changed }: RunStateDeps): RunState => {
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

  const requirements = (): RunSummary['requirements'] => {
    if (!hasBegun) return [];
    const rows = (result ?? fold.result()).requirements;
    // Nothing is untried before the run is over.
    const isOpen = (row: (typeof rows)[number]): boolean =>
      over === undefined && row.status === 'not-exercised' && !heard.has(row.id);
    return rows.map((row) => ({ id: row.id, status: isOpen(row) ? 'pending' : row.status }));
  };

  return {
    id,
    folder: join(out, id),
    signal: interrupted.signal,
    summary() {
      const [first] = asked;
      return {
        id,
        suite,
        status: first === undefined ? 'running' : 'waiting',
        startedAt,
        ...over,
        done,
        total,
        requirements: requirements(),
        ...(first !== undefined && { turn: first.turn }),
        ...(message !== undefined && { message }),
      };
    },
    add(event) {
      fold.add(event);
      if (event.event === 'exchange' || event.event === 'observed') return;
      if (event.event === 'run-started') {
        hasBegun = true;
        total = event.plan.scenarios.length;
      }
      if (event.event === 'scenario-finished') done += 1;
      if (event.event === 'check') heard.add(event.requirement);
      changed();
    },
    say(text) {
      message = text;
      changed();
    },
    prompter: async ({ trigger, instruction, wantsAnswer, secondsLeft }, signal) => {
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
    answer(text) {
      const [first] = asked;
      first?.done(text);
      return first !== undefined;
    },
    interrupt: () => interrupted.abort(new Error('interrupted')),
    finish(finished) {
      result = finished;
      const { verdict, exitCode, counts } = finished;
      const status = exitCode === exitCodes.interrupted ? 'interrupted' : 'finished';
      over = { status, verdict, exitCode, counts };
      changed();
    },
    fail(text) {
      over = { status: interrupted.signal.aborted ? 'interrupted' : 'broken' };
      message = text;
      changed();
    },
  };
};
