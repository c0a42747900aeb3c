/**
 * `node lab/fleet/main.ts [--count 20] [--seed 1] [--parallel 2] [--slowest 20] [--effort quick] [--out DIR]`: certifies simulated
 * shops through the index path, a process a target as an engine would, and reports them. One job is lost on purpose. Says what
 * a target takes; exit code 1 where the report is not what the shops are.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '#harness/output/temporary-folder';
import type { Round } from '#reports';
import type { RunResult } from '#schemas';
import { quantile } from '../bench/row.ts';
import { openShops, type Shop } from './shops.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '2' },
    slowest: { type: 'string', default: '20' },
    effort: { type: 'string', default: 'quick' },
    out: { type: 'string' },
  },
});
using temporary = temporaryFolder('fleet');
const folder = resolve(values.out ?? temporary.path);
const results = join(folder, 'results');
const program = resolve('bin/conformance.js');
const startedAt = performance.now();

interface Used {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMiB: number;
}

/** Each process says when it ends what it has used. */
const telling = `import { writeFileSync } from 'node:fs';
process.once('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
writeFileSync(process.env.FLEET_USED, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMiB: maxRSS / 1024 })); });`;

const command = async (
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Used & { readonly code: number }> => {
  const used = join(folder, `used-${env['JOB_COMPLETION_INDEX'] ?? 'report'}.json`);
  const [at, hook] = [performance.now(), `data:text/javascript,${encodeURIComponent(telling)}`];
  const child = spawn(process.execPath, ['--import', hook, program, 'fleet', ...args, '--ci'], {
    cwd: folder,
    env: { ...process.env, ...env, FLEET_USED: used },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const told = JSON.parse(readFileSync(used, 'utf8')) as Omit<Used, 'wallMs'>;
  return { ...told, code: code ?? -1, wallMs: performance.now() - at };
};

const shops = await openShops({
  count: Number(values.count),
  seed: Number(values.seed),
  slowest: Number(values.slowest),
});
mkdirSync(join(folder, 'shops'), { recursive: true });
for (const { name, config } of shops) writeFileSync(join(folder, 'shops', `${name}.json`), JSON.stringify(config));
writeFileSync(
  join(folder, 'fleet.yaml'),
  'targets: [{ config: shops/*.json, labels: { team: simulated }, overrides: { reports: { formats: [] } } }]',
);

const lost = shops.length - 1;
const used: Used[] = [];
const waiting = shops.keys();
const attend = async (): Promise<void> => {
  for (const index of waiting) {
    if (index === lost) continue;
    const { code, ...one } = await command(
      ['run', '--file', 'fleet.yaml', '--out', 'results', '--effort', values.effort, '--seed', values.seed],
      { JOB_COMPLETION_INDEX: String(index) },
    );
    used.push(one);
    process.stderr.write(`${shops[index]?.name} ${shops[index]?.fault ?? 'sound'}: ${code}\n`);
  }
};
await Promise.all(Array.from({ length: Number(values.parallel) }, attend));
const ranMs = performance.now() - startedAt;
const report = await command(['report', 'results']);
const { rows } = JSON.parse(readFileSync(join(results, 'fleet.json'), 'utf8')) as Round;

const troubleWith = ({ name, fault, breaks }: Shop, index: number): string | undefined => {
  const row = rows.find((one) => one.name === `shops-${name}`);
  if (row === undefined) return `${name} is not in the report`;
  if (index === lost)
    return row.verdict === 'missing' ? undefined : `${name} is ${row.verdict} and was never certified`;
  if (fault === undefined)
    return row.verdict === 'conformant' ? undefined : `${name} is sound, and ${row.verdict}: ${row.failed.join(' ')}`;
  const { requirements } = JSON.parse(readFileSync(join(results, row.name, 'results.json'), 'utf8')) as RunResult;
  const isFound = requirements.some(
    ({ id, status }) => breaks.some((broken) => broken === id) && (status === 'failed' || status === 'warning'),
  );
  return isFound ? undefined : `${name} has ${fault}, and is ${row.verdict}: ${row.failed.join(' ')}`;
};
const troubles = shops.flatMap((shop, index) => troubleWith(shop, index) ?? []);

const told = (name: string, of: (one: Used) => number, unit: string): string =>
  `${name} ${quantile(used.map(of), 0.5).toFixed(1)} ${unit} (median), ${quantile(used.map(of), 0.95).toFixed(1)} (p95)`;
process.stdout.write(
  [
    `${used.length} targets in ${(ranMs / 1000).toFixed(0)} s, ${values.parallel} at once, answers up to ${values.slowest} ms late`,
    told('wall', ({ wallMs }) => wallMs / 1000, 's'),
    told('CPU', ({ cpuMs }) => cpuMs / 1000, 's'),
    told('memory', ({ peakMiB }) => peakMiB, 'MiB'),
    `report ${(report.wallMs / 1000).toFixed(1)} s, CPU ${(report.cpuMs / 1000).toFixed(1)} s, ${report.peakMiB.toFixed(0)} MiB, page ${Math.ceil(statSync(join(results, 'fleet.html')).size / 1024)} KiB`,
    ...troubles,
    '',
  ].join('\n'),
);
for (const shop of shops) await shop[Symbol.asyncDispose]();
process.exitCode = troubles.length === 0 ? 0 : 1;
