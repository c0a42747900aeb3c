/**
 * `npm run attack [-- --inputs 10000] [--seconds 20] [--seed 1] [--mebibytes 16] [--stall 1000]`: bodies that are worse than
 * their size, fuzzed input on both ports, at the queue and in files, secrets repeated in every spelling, a flood of large
 * bodies, and hostile files for the commands that read files. Exit code 1 when something crashed, stalled (in ms of its own
 * processor time), leaked, was written outside, or reached the terminal as it was sent.
 */
import { parseArgs } from 'node:util';
import { attackCommands } from './commands.ts';
import { flood } from './flood.ts';
import { fuzzApi, fuzzControl, fuzzQueue } from './fuzz.ts';
import { lookAround, repeatSecrets } from './leaks.ts';
import { fuzzFiles } from './readers.ts';
import { servePlatform } from './served-platform.ts';
import { createTally, isSound, lookForControlCharacters, tallyText } from './tally.ts';
import { sendWorst } from './worst.ts';

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    mebibytes: { type: 'string', default: '16' },
    stall: { type: 'string', default: '1000' },
  },
});
const [inputs = 0, seconds = 0, seed = 0, mebibytes = 0, stallMs = 0] = [
  values.inputs,
  values.seconds,
  values.seed,
  values.mebibytes,
  values.stall,
].map(Number);
const tally = createTally();
const step = async (name: string, attack: () => Promise<string | undefined>): Promise<void> => {
  const from = performance.now();
  const noted = await attack();
  process.stdout.write(
    `${name}: ${((performance.now() - from) / 1000).toFixed(0)} s${noted === undefined ? '' : `, ${noted}`}\n`,
  );
};

{
  await using platform = await servePlatform();
  // What is fuzzed has a location to do something to, and may remove it.
  await platform.activated('bar');
  /** Busy for too long at a time is said of what was so twice: a processor shared with others may be slow by chance. */
  const fuzzed = async (attack: () => Promise<void>): Promise<string> => {
    await platform.busy();
    await attack();
    let busy = await platform.busy();
    if (busy > stallMs) {
      await attack();
      busy = Math.min(busy, await platform.busy());
    }
    if (busy > stallMs) tally.stalls.push(`fuzzed input: ${busy.toFixed(0)} ms`);
    return `busy for ${busy.toFixed(0)} ms at a time`;
  };
  const fuzz = { inputs, seed };
  // First, since it asks again and again for all that was kept.
  await step('fuzzed control', async () => fuzzed(async () => fuzzControl(platform, fuzz, tally)));
  const till = await platform.activated('tavern');
  await step('worst bodies', async () => {
    const worst = await sendWorst(platform, till, { bytes: mebibytes * 2 ** 20, stallMs }, tally);
    return `the worst was ${worst}`;
  });
  await step('fuzzed API', async () => fuzzed(async () => fuzzApi(platform, till, fuzz, tally)));
  await step('fuzzed queue', async () => fuzzed(async () => fuzzQueue(platform, till, fuzz, tally)));
  await step('secrets repeated', async () => (await repeatSecrets(platform, till, tally), undefined));
  lookForControlCharacters(platform.said(), 'platform', tally);
  lookAround(platform.around, tally);
  const crash = platform.crash();
  if (crash !== undefined) tally.crashes.push(crash);
}
await step('flood', async () => {
  const { sent, peak, crash } = await flood({ seconds, senders: 32, bytes: 5_000_000 });
  tally.inputs += sent;
  if (crash !== undefined) tally.crashes.push(crash);
  if (peak > 600) tally.stalls.push(`the flood took ${peak.toFixed(0)} MiB`);
  return `${sent} bodies of 5 MB from 32 senders, at most ${peak.toFixed(0)} MiB`;
});
await step('fuzzed files', async () => fuzzFiles({ inputs, seed }, stallMs, tally));
await step('commands', async () => attackCommands(stallMs, tally));
process.stdout.write(tallyText(tally, stallMs));
process.exitCode = isSound(tally) ? 0 : 1;
