import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, JournalEvent, RunResult } from '#schemas';
import { temporaryFolder } from '#harness/output/temporary-folder';
import { startProcess } from './processes.ts';

/** A reference till, and how it is to be. */
export interface SampleTill {
  readonly variant: string;
  readonly fault?: string;
  /** How much later every result comes, and every deletion. */
  readonly latencyMs?: number;
  readonly deletionMs?: number;
}

export interface TillRun {
  readonly seconds: number;
  readonly verdict: RunResult['verdict'];
  /** When the first row failed. */
  readonly firstFailedSeconds: number | undefined;
  readonly failed: readonly string[];
  readonly notExercised: readonly string[];
}

/** `conformance run pos` against a till, each a process of its own, in real time. */
export const certifyTill = async (till: SampleTill): Promise<TillRun> => {
  const { variant, fault, latencyMs = 0, deletionMs = 0 } = till;
  const slow = ['--latency', String(latencyMs), '--deletion', String(deletionMs)];
  const faults = fault === undefined ? [] : ['--fault', fault];
  await using peer = await startProcess<{ readonly config: Config } & AsyncDisposable>([
    'lab/bench/till-process.ts',
    '--variant',
    variant,
    ...slow,
    ...faults,
  ]);
  using temporary = temporaryFolder('bench-till');
  const folder = temporary.path;
  const config = join(folder, 'conformance.json');
  writeFileSync(config, JSON.stringify(peer.config));
  const out = join(folder, 'out');
  const startedAt = performance.now();
  const run = spawn(
    process.execPath,
    ['bin/conformance.js', 'run', 'pos', '--ci', '--seed', '1', '--config', config, '--out', out],
    { stdio: 'ignore' },
  );
  const [exitCode] = (await once(run, 'exit')) as [number];
  const seconds = (performance.now() - startedAt) / 1000;
  if (!existsSync(join(out, 'results.json'))) throw new Error(`a run against ${variant} ended with ${exitCode}`);
  const { verdict, requirements } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as RunResult;
  const withStatus = (status: string) => requirements.filter((row) => row.status === status).map(({ id }) => id);
  return {
    seconds,
    verdict,
    firstFailedSeconds: firstFailedIn(join(out, 'journal.ndjson')),
    failed: withStatus('failed'),
    notExercised: withStatus('not-exercised'),
  };
};

/** Checks have no time of their own: that of the exchange or scenario before. */
const firstFailedIn = (journal: string): number | undefined => {
  let startedAt = 0;
  let now = 0;
  for (const line of readFileSync(journal, 'utf8').trimEnd().split('\n')) {
    const event = JSON.parse(line) as JournalEvent;
    if (event.event === 'run-started') startedAt = Date.parse(event.at);
    if (event.event === 'scenario-started') now = Math.max(now, Date.parse(event.at));
    if (event.event === 'exchange') now = Math.max(now, Date.parse(event.exchange.at) + event.exchange.durationMs);
    if (event.event === 'check' && event.outcome.status === 'failed') return (now - startedAt) / 1000;
  }
  return undefined;
};
