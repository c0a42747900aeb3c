import { mkdirSync, writeFileSync } from 'node:fs';
import type { ReplayPlan } from '#schemas';
import { replayPath, replaysName } from '../config/files.ts';
import { inside } from './inside.ts';

/** Stores every counterexample of a run, to be given to `--replay`. */
export const writeReplays = (folder: string, replays: readonly ReplayPlan[]): void => {
  if (replays.length > 0) mkdirSync(inside(folder, replaysName), { recursive: true });
  for (const replay of replays) {
    writeFileSync(inside(folder, replayPath(replay)), `${JSON.stringify(replay, null, 2)}\n`);
  }
};
