import { expect, test } from 'vitest';
import { randomFrom } from '../soak/soak-schedule.ts';
import { testFolder } from '../doubles/test-folder.ts';
import { killedRun, momentsOf } from './killed-run.ts';
import { killRounds } from './killed-platform.ts';

// The first lines of a till's journal come within seconds; `npm run proof:kill` goes through all of it.
const moments = momentsOf(6, 2, { merchant: 1850, pos: 120 });

test('a run killed at any moment leaves a journal from which a true report is built', {
  timeout: 240_000,
}, async () => {
  const queue = [...moments];
  const worker = async (): Promise<void> => {
    for (let moment = queue.shift(); moment !== undefined; moment = queue.shift()) {
      const run = await killedRun(moment);
      expect(run).toMatchObject({ untruths: [], wasKilled: true });
      expect(run.verdict).toBe(run.hadEnded ? 'conformant' : 'incomplete');
      expect(run.lines).toBeGreaterThan(run.hadEnded ? 0 : run.afterLines);
    }
  };
  await Promise.all([worker(), worker()]);
});

test('a platform killed under load keeps all that it acknowledged, and nothing that was deleted comes back', {
  timeout: 240_000,
}, async () => {
  const directory = testFolder();
  const { sent, ...kept } = await killRounds(directory, 3, randomFrom(1));
  expect(kept).toMatchObject({ lost: [], resurrected: [], forgotten: [] });
  expect(sent).toBeGreaterThan(0);
});
