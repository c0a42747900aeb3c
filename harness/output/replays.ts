import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEvent } from '#schemas';
import { replayFile } from '../verdicts/replay-command.ts';

/** Stores every counterexample of a run, to be given to `--replay`. */
export const writeReplays = (folder: string, events: readonly JournalEvent[]): void => {
  for (const event of events) {
    if (event.event !== 'check' || event.outcome.status !== 'failed' || event.outcome.replay === undefined) continue;
    const { replay } = event.outcome;
    mkdirSync(join(folder, 'replays'), { recursive: true });
    writeFileSync(join(folder, replayFile(replay)), `${JSON.stringify(replay, null, 2)}\n`);
  }
};
