import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplayPlan } from '#schemas';

/** Stores every counterexample of a run, to be given to `--replay`. */
export const writeReplays = (folder: string, replays: readonly ReplayPlan[]): void => {
  if (replays.length > 0) mkdirSync(join(folder, 'replays'), { recursive: true });
  for (const replay of replays) {
    writeFileSync(join(folder, replayPath(replay)), `${JSON.stringify(replay, null, 2)}\n`);
  }
};

/** Where a counterexample is stored, relative to the results. */
export const replayPath = ({ scenario, property }: Pick<ReplayPlan, 'scenario' | 'property'>): string =>
  `replays/${`${scenario}-${property}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`;
