import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Config } from '#schemas';

export interface MerchantProcess extends AsyncDisposable {
  readonly url: string;
  readonly config: Config;
  /** How long it was answering so far, and how many requests. */
  busy(): Promise<{ readonly totalMs: number; readonly requests: number }>;
}

export const startMerchant = async (options: {
  readonly latencyMs?: number;
  readonly size?: number;
}): Promise<MerchantProcess> => {
  const args = ['lab/bench/merchant-process.ts', '--latency', String(options.latencyMs ?? 0)];
  if (options.size !== undefined) args.push('--size', String(options.size));
  const merchant = await startProcess<Pick<MerchantProcess, 'url' | 'config'> & AsyncDisposable>(args);
  return {
    ...merchant,
    busy: async () =>
      (await (await fetch(`${merchant.url}/bench/busy`)).json()) as { totalMs: number; requests: number },
  };
};

/** Starts one of our own processes, which says in its first line how to reach it and stops when its input ends. */
export const startProcess = async <Said extends AsyncDisposable>(args: readonly string[]): Promise<Said> => {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}`)));
  });
  return {
    ...(JSON.parse(line) as Said),
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await ended(child);
    },
  };
};

export interface CommandRun {
  readonly wallMs: number;
  readonly peakMiB: number;
  /** From the start of the process to the start of the first scenario. */
  readonly firstScenarioMs: number;
}

/** `conformance run merchant` in a process of its own, as a user would run it. */
export const runMerchantSuite = async (
  config: Config,
  options: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<CommandRun> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    writeFileSync(join(folder, 'conformance.yaml'), JSON.stringify(config));
    const files = ['--config', join(folder, 'conformance.yaml'), '--out', join(folder, 'out')];
    const startedAt = Date.now();
    const child = spawn(
      process.execPath,
      [...nodeOptions, 'bin/conformance.js', 'run', 'merchant', ...files, ...options],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-2000);
      });
    let peakMiB = 0;
    const sampling = setInterval(() => (peakMiB = Math.max(peakMiB, peakOf(child.pid))), 50);
    await ended(child);
    clearInterval(sampling);
    const wallMs = Date.now() - startedAt;
    const started = readFileSync(join(folder, 'out', 'journal.ndjson'), 'utf8')
      .split('\n')
      .find((text) => text.includes('"scenario-started"'));
    const { at } = JSON.parse(started ?? '{}') as { at?: string };
    if (at === undefined) throw new Error(`the run has not started a scenario:\n${said}`);
    return { wallMs, peakMiB, firstScenarioMs: Date.parse(at) - startedAt };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The largest resident size so far, as Linux counts it. */
const peakOf = (pid: number | undefined): number => {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
};

/** How long a Node process takes from start to end. */
export const timeNode = async (args: readonly string[]): Promise<number> => {
  const startedAt = performance.now();
  await ended(spawn(process.execPath, args, { stdio: 'ignore' }));
  return performance.now() - startedAt;
};

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once('exit', resolve));
};
