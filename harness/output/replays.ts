import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEvent, ReplayPlan } from '#schemas';

/** Stores every counterexample of a run, to be given to `--replay`. */
export const writeReplays = (folder: string, events: readonly JournalEvent[]): void => {
  for (const event of events) {
    if (event.event !== 'check' || event.outcome.status !== 'failed' || event.outcome.replay === undefined) continue;
    const { replay } = event.outcome;
    mkdirSync(join(folder, 'replays'), { recursive: true });
    writeFileSync(join(folder, replayPath(replay)), `${JSON.stringify(replay, null, 2)}\n`);
  }
};

/** Where a counterexample is stored, relative to the results. */
export const replayPath = ({ scenario, property }: Pick<ReplayPlan, 'scenario' | 'property'>): string =>
  `replays/${`${scenario}-${property}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`;
