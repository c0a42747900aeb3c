/**
 * `npm run proof:kill [-- COUNT [SEED]]`: kills -9 that many runs, in turns of a shop and a till, at any moment, and builds
 * their reports. Exit code 1 when one of them is not true.
 */
import { killedRun, momentsOf } from './killed-run.ts';

const [count = 20, seed = 1] = process.argv.slice(2).map(Number);
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
