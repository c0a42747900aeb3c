/**
 * `node lab/bench/repeat.ts [--variant copper]... [--fault ID]... [--times 10] [--width 2] [--seed 1]`: certifies a reference
 * till, started as a process of its own, again and again in real time. Exit code 1 when two runs of one variant differ in
 * their plan, their verdict or the status of one requirement.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '#harness/output/temporary-folder';
import type { Config, JournalEvent, RunResult } from '#schemas';
import { startProcess } from './processes.ts';

const { values } = parseArgs({
  options: {
    variant: { type: 'string', multiple: true, default: ['copper', 'quartz'] },
    fault: { type: 'string', multiple: true, default: [] },
    times: { type: 'string', default: '10' },
    width: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});

interface Outcome {
  readonly variant: string;
  readonly seconds: number;
  readonly exitCode: number;
  /** A digest of what was planned and of the order it was done in. */
  readonly plan: string;
  readonly statuses: ReadonlyMap<string, string>;
  readonly folder: string;
}

const node = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });

const certify = async (variant: string): Promise<Outcome> => {
  using temporary = temporaryFolder(`repeat-${variant}`);
  const folder = values.keep ? join('conformance-results', basename(temporary.path)) : temporary.path;
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'conformance.json');
  const faults = values.fault.flatMap((id) => ['--fault', id]);
  await using till = await startProcess<{ readonly config: Config } & AsyncDisposable>([
    'lab/bench/till-process.ts',
    '--variant',
    variant,
    ...faults,
  ]);
  writeFileSync(config, JSON.stringify(till.config));
  const startedAt = performance.now();
  const out = join(folder, 'out');
  const run = node([
    'bin/conformance.js',
    'run',
    'pos',
    '--ci',
    '--seed',
    values.seed,
    '--config',
    config,
    '--out',
    out,
  ]);
  run.stderr?.resume();
  const [exitCode] = (await once(run, 'exit')) as [number];
  const seconds = (performance.now() - startedAt) / 1000;
  if (!existsSync(join(out, 'results.json'))) throw new Error(`a run against ${variant} ended with ${exitCode}`);
  const result = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as RunResult;
  const statuses = new Map(result.requirements.map(({ id, status }) => [id, status]));
  return { variant, seconds, exitCode, plan: planIn(join(out, 'journal.ndjson')), statuses, folder };
};

const planIn = (journal: string): string => {
  const events = readFileSync(journal, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JournalEvent);
  const written = events.flatMap((event): readonly unknown[] => {
    if (event.event === 'run-started') return [event.plan];
    return event.event === 'scenario-started' ? [event.scenario] : [];
  });
  return createHash('sha256').update(JSON.stringify(written)).digest('hex').slice(0, 12);
};

const queue = values.variant.flatMap((variant) => Array.from({ length: Number(values.times) }, () => variant));
const outcomes: Outcome[] = [];
const work = async (): Promise<void> => {
  for (let variant = queue.shift(); variant !== undefined; variant = queue.shift()) {
    const outcome = await certify(variant);
    outcomes.push(outcome);
    const { seconds, exitCode, plan, statuses, folder } = outcome;
    const passed = [...statuses.values()].filter((status) => status === 'passed').length;
    process.stdout.write(`${variant}: exit ${exitCode}, ${passed} passed, plan ${plan}, ${seconds.toFixed(0)} s\n`);
    const others = [...statuses].filter(([, status]) => !['passed', 'not-applicable', 'filtered'].includes(status));
    if (others.length > 0) process.stdout.write(`  ${others.map(([id, status]) => `${id} ${status}`).join(', ')}\n`);
    if (values.keep) process.stdout.write(`  ${folder}\n`);
  }
};
await Promise.all(Array.from({ length: Number(values.width) }, work));

for (const [variant, runs] of Map.groupBy(outcomes, (outcome) => outcome.variant)) {
  const kinds = new Set(runs.map(({ exitCode, plan, statuses }) => JSON.stringify([exitCode, plan, [...statuses]])));
  const seconds = runs.map((run) => run.seconds).toSorted((a, b) => a - b);
  const range = `${seconds[0]?.toFixed(0)} to ${seconds.at(-1)?.toFixed(0)} s`;
  process.stdout.write(`${variant}: ${runs.length} runs, ${kinds.size} different outcome(s), ${range}\n`);
  if (kinds.size > 1) process.exitCode = 1;
}
