/** `npm run bench [-- NAME…]`: measures what design promises, as ratios in one run, and writes lab/bench/RESULTS.md. */
import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { catalogueWalk } from './catalogue-walk.ts';
import { memory } from './memory.ts';
import { overhead } from './overhead.ts';
import { platformApi } from './platform-api.ts';
import { queue } from './queue.ts';
import { holds, type Row, rowsAsMarkdown } from './row.ts';
import { startUp } from './start-up.ts';

const benches = {
  'start-up': startUp,
  overhead,
  'catalogue-walk': catalogueWalk,
  queue,
  'platform-api': platformApi,
  memory,
} satisfies Readonly<Record<string, () => Promise<readonly Row[]>>>;

const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name);
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !isBench(name));
if (unknown !== undefined) {
  process.stderr.write(`no benchmark "${unknown}"; there are ${Object.keys(benches).join(', ')}\n`);
  process.exit(2);
}

const rows: Row[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  rows.push(...(await bench()));
}
const table = rowsAsMarkdown(rows);
process.stdout.write(table);
process.exitCode = rows.every(holds) ? 0 : 1;

// A part of the benchmarks is for trying things out, not for the record.
if (asked.length === 0) {
  const [cpu] = cpus();
  const machine = `${cpus().length} x ${cpu?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node ${process.version}`;
  writeFileSync(
    'lab/bench/RESULTS.md',
    `# Benchmarks\n\nWritten by \`npm run bench\`. The target runs in a process of its own on the same machine.\n\n${machine}\n\n${table}`,
  );
}
