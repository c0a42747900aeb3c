/**
 * `npm run proof:kill [-- COUNT [SEED]]`: kills -9 that many runs, in turns of a shop and a till, at any moment, and builds
 * their reports. `-- platform [COUNT [SEED]]` kills a platform under load that often, always on the same data directory, and
 * asks the next one what it has. Exit code 1 when a report is not true, or when something acknowledged is gone or back again.
 */
import { temporaryFolder } from '#harness/output/temporary-folder';
import { randomFrom } from '../soak/soak-schedule.ts';
import { killedRun, momentsOf } from './killed-run.ts';
import { killRounds } from './killed-platform.ts';

const isOfPlatform = process.argv[2] === 'platform';
const [count = isOfPlatform ? 100 : 20, seed = 1] = process.argv.slice(isOfPlatform ? 3 : 2).map(Number);
if (isOfPlatform) {
  using directory = temporaryFolder('killed-platform');
  const { rounds, sent, answered, deleted, ...kept } = await killRounds(directory.path, count, randomFrom(seed));
  const { lost, resurrected, forgotten } = kept;
  process.stdout.write(
    `killed ${rounds} times; acknowledged: ${sent} commands, ${answered} results, ${deleted} deletions; ` +
      `lost ${lost.length}, resurrected ${resurrected.length}, results forgotten ${forgotten.length}\n`,
  );
  process.exit([lost, resurrected, forgotten].every(({ length }) => length === 0) ? 0 : 1);
}
// What the journals of whole runs come to; the last twentieth hits the writing of the reports.
const queue = [...momentsOf(count, seed, { merchant: 2050, pos: 860 })];
let isTrue = true;
const worker = async (): Promise<void> => {
  for (let moment = queue.shift(); moment !== undefined; moment = queue.shift()) {
    const { suite, variant, lines, hadEnded, wasKilled, verdict, counts, untruths } = await killedRun(moment);
    isTrue &&= untruths.length === 0;
    const passed = `${counts['passed']} of ${counts['requirements']} passed`;
    const how = `${wasKilled ? 'killed' : 'over'} at line ${lines}${hadEnded ? ', its journal complete' : ''}`;
    process.stdout.write(
      `${suite} ${variant}: ${how}: ${verdict}, ${passed}; untrue: ${untruths.join(', ') || 'nothing'}\n`,
    );
  }
};
await Promise.all([worker(), worker()]);
process.exitCode = isTrue ? 0 : 1;
