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
  /** What it rested by itself before it called again after an error or no answer. */
  readonly restedSeconds: number;
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
  const journal = eventsOf(join(out, 'journal.ndjson'));
  const withStatus = (status: string) => requirements.filter((row) => row.status === status).map(({ id }) => id);
  return {
    seconds,
    verdict,
    firstFailedSeconds: firstFailedIn(journal),
    restedSeconds: restedIn(journal),
    failed: withStatus('failed'),
    notExercised: withStatus('not-exercised'),
  };
};

const eventsOf = (file: string): readonly JournalEvent[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JournalEvent);

/** Checks have no time of their own: that of the exchange or scenario before. */
const firstFailedIn = (journal: readonly JournalEvent[]): number | undefined => {
  let startedAt = 0;
  let now = 0;
  for (const event of journal) {
    if (event.event === 'run-started') startedAt = Date.parse(event.at);
    if (event.event === 'scenario-started') now = Math.max(now, Date.parse(event.at));
    if (event.event === 'exchange') now = Math.max(now, Date.parse(event.exchange.at) + event.exchange.durationMs);
    if (event.event === 'check' && event.outcome.status === 'failed') return (now - startedAt) / 1000;
  }
  return undefined;
};

/** Of a till that does one thing at a time, but for its health. */
const restedIn = (journal: readonly JournalEvent[]): number => {
  const calls = journal
    .flatMap((event) => (event.event === 'exchange' ? [event.exchange] : []))
    .filter(({ sender, request }) => sender === 'target' && !request.url.endsWith('/health'))
    .map(({ at, durationMs, response }) => ({ at: Date.parse(at), durationMs, status: response?.status }))
    .toSorted((one, other) => one.at - other.at);
  return calls.reduce((rested, { at, durationMs, status }, index) => {
    const next = calls[index + 1];
    if (next === undefined || (status !== undefined && status < 500 && status !== 403)) return rested;
    // What it waits for an answer that does not come is its own as well.
    const from = status === undefined ? at : at + durationMs;
    return rested + Math.max(0, next.at - from) / 1000;
  }, 0);
};
