/**
 * `npm run bench [-- NAME… [--record]]`: measures what design promises, as ratios in one run, and writes what it measured into
 * lab/bench/RESULTS.md: all of it, or the sections that are named, with --record.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { catalogueWalk } from './catalogue-walk.ts';
import { runsAndLaws } from './runs-and-laws.ts';
import { memory } from './memory.ts';
import { overhead } from './overhead.ts';
import { platformApi } from './platform-api.ts';
import { queue } from './queue.ts';
import { currentLoad, loadSince, recorded } from './record.ts';
import { holds, type Row, rowsAsMarkdown } from './row.ts';
import { shopLatency } from './shop-latency.ts';
import { startUp } from './start-up.ts';
import { watch } from './watch.ts';

const benches = {
  'start-up': startUp,
  overhead,
  'shop-latency': shopLatency,
  'catalogue-walk': catalogueWalk,
  'runs-and-laws': runsAndLaws,
  queue,
  'platform-api': platformApi,
  watch,
  memory,
} satisfies Readonly<Record<string, () => Promise<readonly Row[]>>>;

const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name);
const { values, positionals: asked } = parseArgs({
  options: { record: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = asked.find((name) => !isBench(name));
if (unknown !== undefined) {
  process.stderr.write(`no benchmark "${unknown}"; there are ${Object.keys(benches).join(', ')}\n`);
  process.exit(2);
}

const measured = new Map<string, string>();
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  const before = currentLoad();
  const rows = await bench();
  if (!rows.every(holds)) process.exitCode = 1;
  measured.set(name, `${loadSince(before)}\n\n${rowsAsMarkdown(rows)}`);
  process.stdout.write(`${measured.get(name)}\n`);
}

// A part of the benchmarks is for trying things out, not for the record, unless it is asked for.
const file = 'lab/bench/RESULTS.md';
if (asked.length === 0 || values.record)
  writeFileSync(file, recorded(readFileSync(file, 'utf8'), measured, Object.keys(benches)));
