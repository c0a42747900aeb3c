import { resolve } from 'node:path';
import { createRunExchanges } from '#console';
import { createRedactor } from '#traffic';
import { callSettings } from '../config/call-settings.ts';
import { journalIn } from '../output/run-journal.ts';
import { startsOf } from '../verdicts/merge.ts';
import { settle } from '../verdicts/settle.ts';
import { createRunState, type RunState } from './run-state.ts';

/** A run that is over, read from its journal, which was redacted when it was written. */
export const recordedRun = (given: string, id: string, cwd: string): RunState => {
  const events = journalIn(given, cwd);
  const result = settle(events);
  const { suite, seed, target, startedAt } = result;
  const effort = startsOf(events)[0]?.effort;
  const state = createRunState({
    id,
    folder: resolve(cwd, given),
    wish: { suite, seed, ...(effort !== undefined && { effort }) },
    target: [target.name, target.version].filter(Boolean).join(' ') || undefined,
    config: undefined,
    exchanges: createRunExchanges({
      settings: callSettings(suite === 'merchant' ? 'merchant' : 'pos', {}),
      redactor: createRedactor({}),
    }),
    now: () => Date.parse(startedAt),
    changed: () => undefined,
  });
  for (const event of events) state.add(event);
  state.finish(result);
  return state;
};
