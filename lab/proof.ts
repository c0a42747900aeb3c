/**
 * `npm run proof [-- PARTY|FAULT…]`: every fault against every reference peer, as a table. `--resume` goes on where an
 * earlier proof was ended, `--quarter today` proves a quarter of the faults, another one every day. Exit code 1 on a gap.
 *
 * `--record FOLDER` keeps the traffic of every proof, and `npm run proof -- laws FOLDER [WORD…]` lets the laws judge it again without
 * a run: `--write FILE` writes down what they say, `--against FILE` tells what is said otherwise. Exit code 1 on a difference.
 *
 * `npm run proof -- mutate [merchant|pos] [--seed N] [--mutants N]`: changes the messages of conformant peers on their way,
 * by plans drawn from the seed, and says which are found. `--plan "PLAN"` tries one again.
 *
 * `npm run proof -- pairs [merchant|pos] [--seed N] [--faults N]`: faults that show only where two or three ordinary things
 * meet, drawn from the seed, and which of them a run at `standard` finds. `--plan "PLAN"` tries one again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pairOf } from './faults/pairs/index.ts';
import { proveFaults } from './proof/faults.ts';
import { differencesOf, judgeRecordings, type Sayings } from './proof/laws.ts';
import { sharesOf, tryPairs } from './proof/pairs.ts';
import { tallyText } from './mutation/report.ts';
import { tryMutants } from './mutation/mutants.ts';
import { mutable, planOf } from './mutation/editing/plan.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'conformance-results/proof' },
    resume: { type: 'boolean', default: false },
    quarter: { type: 'string' },
    seed: { type: 'string', default: '1' },
    mutants: { type: 'string', default: '200' },
    faults: { type: 'string' },
    record: { type: 'string' },
    write: { type: 'string' },
    against: { type: 'string' },
    plan: { type: 'string', multiple: true, default: [] },
  },
});
const { out, resume } = values;
const startedAt = performance.now();
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const say = (line: string): boolean => process.stderr.write(`${line}\n`);

const [command, ...words] = positionals;
if (command === 'mutate') {
  const parties = mutable.filter((party) => words.length === 0 || words.includes(party));
  const plans = values.plan.map(planOf);
  const tallies = await tryMutants({
    parties,
    seed: Number(values.seed),
    mutants: Number(values.mutants),
    plans,
    out,
    say,
  });
  for (const of of tallies) print(tallyText(of));
  print(`${elapsed()}; ${out}/mutants.md`);
  process.exitCode = tallies.some(({ broken }) => broken > 0) ? 1 : 0;
} else if (command === 'pairs') {
  const parties = mutable.filter((party) => words.length === 0 || words.includes(party));
  const faults = values.faults === undefined ? undefined : Number(values.faults);
  const plans = values.plan.map(pairOf);
  const tried = await tryPairs({ parties, seed: Number(values.seed), faults, plans, out, say });
  print(`${elapsed()}; ${out}/pairs.md`);
  for (const line of sharesOf(tried)) print(line);
  process.exitCode = tried.some(({ fate }) => fate === 'broken') ? 1 : 0;
} else if (command === 'laws') {
  const [folder = '', ...parts] = words;
  const { sayings: said, cpuMs } = await judgeRecordings(folder, parts, say);
  if (values.write !== undefined) writeFileSync(values.write, `${JSON.stringify(said, null, 1)}\n`);
  const known: Sayings =
    values.against === undefined ? said : (JSON.parse(readFileSync(values.against, 'utf8')) as Sayings);
  const differences = differencesOf(known, said);
  for (const difference of differences) print(difference);
  print(
    `${Object.keys(said).length} recordings, ${differences.length} judged otherwise; ${cpuMs.toFixed(3)} ms CPU an exchange; ${elapsed()}`,
  );
  process.exitCode = differences.length > 0 ? 1 : 0;
} else {
  const { totals, unsound } = await proveFaults({
    words: positionals,
    out,
    resume,
    quarter: quarterOf(values.quarter),
    recordings: values.record,
    say,
  });
  for (const of of totals)
    print(
      `${of.party}: faults caught ${of.caught} of ${of.planted}, requirement × fault ${of.cellsCaught} of ${of.cells}; on conformant peers ` +
        `false alarms ${of.falseAlarms}, not exercised ${of.notExercised}; wrong attributions ${of.wrongAttributions}; ` +
        `of the traffic alone unsaid ${of.capturedMissed}, invented ${of.capturedInvented}; ` +
        `caught after ${of.medianRequests} requests and ${of.medianMs} ms (medians); the longest run ` +
        `${Math.round(of.longestRunMs / 1000)} s, the first failure after ${Math.round(of.latestFirstMs / 1000)} s at the latest`,
    );
  print(`${elapsed()}; ${out}/matrix.md`);
  process.exitCode = unsound.length === 0 ? 0 : 1;
}

/** `today`, or 0 to 3. */
function quarterOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const quarter = given === 'today' ? Math.floor(Date.now() / 86_400_000) % 4 : Number(given);
  if (quarter in [0, 1, 2, 3]) return quarter;
  throw new Error(`--quarter: ${given} is no quarter. Give 0 to 3, or today.`);
}

function elapsed(): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
