import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Config } from '#schemas';
import { temporaryFolder } from '#harness/output/temporary-folder';

export interface MerchantProcess extends AsyncDisposable {
  readonly url: string;
  readonly config: Config;
  busy(): Promise<Busy>;
}

/** What a target has had to do so far. */
export interface Busy {
  /** With one request under way or several. */
  readonly totalMs: number;
  /** Each for itself, as if there were one at a time. */
  readonly answeringMs: number;
  readonly requests: number;
}

export const startMerchant = async (options: {
  readonly latencyMs?: number;
  /** How much longer it takes to show a basket. */
  readonly retrievalMs?: number;
  readonly size?: number;
}): Promise<MerchantProcess> => {
  const args = ['lab/bench/merchant-process.ts', '--latency', String(options.latencyMs ?? 0)];
  if (options.size !== undefined) args.push('--size', String(options.size));
  if (options.retrievalMs !== undefined) args.push('--retrieval', String(options.retrievalMs));
  const merchant = await startProcess<Pick<MerchantProcess, 'url' | 'config'> & AsyncDisposable>(args);
  return {
    ...merchant,
    busy: async () => (await (await fetch(`${merchant.url}/bench/busy`)).json()) as Busy,
  };
};

export interface Child extends AsyncDisposable {
  /** What all its threads have used of the processors so far, as Linux counts it. */
  readonly cpuMicros: () => number;
  readonly residentMiB: () => number;
  /** Says a line to it and waits for its answer. */
  readonly ask: (line: string) => Promise<void>;
}

/** Starts one of our own processes, which says in its first line how to reach it and stops when its input ends. */
export const startProcess = async <Said extends AsyncDisposable>(args: readonly string[]): Promise<Said & Child> => {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  const nextLine = (): Promise<string> =>
    new Promise<string>((resolve, reject) => {
      const fail = (code: number | null) => reject(new Error(`${args[0]} ended with ${code}`));
      child.once('exit', fail);
      lines.once('line', (said) => {
        child.off('exit', fail);
        resolve(said);
      });
    });
  const line = await nextLine();
  return {
    ...(JSON.parse(line) as Said),
    cpuMicros: () => cpuOf(child.pid),
    residentMiB: () => statusOf(child.pid, 'VmRSS'),
    async ask(said) {
      const answered = nextLine();
      child.stdin.write(`${said}\n`);
      await answered;
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await ended(child);
    },
  };
};

export interface CommandRun {
  readonly wallMs: number;
  /** Of all its threads, as it was seen last. */
  readonly cpuMs: number;
  readonly peakMiB: number;
  /** From the start of the process to the start of the first scenario. */
  readonly firstScenarioMs: number;
  /** From the end of the run to the end of the process. */
  readonly reportsMs: number;
  readonly verdict: string;
  /** Made of those planned, of all properties. */
  readonly attempts: string;
}

/** `conformance run merchant` in a process of its own, as a user would run it. */
export const runMerchantSuite = async (
  config: Config,
  options: readonly string[],
  { nodeOptions = [], env = {} }: { readonly nodeOptions?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<CommandRun> => {
  using temporary = temporaryFolder('bench');
  const folder = temporary.path;
  writeFileSync(join(folder, 'conformance.yaml'), JSON.stringify(config));
  const files = ['--config', join(folder, 'conformance.yaml'), '--out', join(folder, 'out')];
  const startedAt = Date.now();
  const child = spawn(
    process.execPath,
    [...nodeOptions, 'bin/conformance.js', 'run', 'merchant', ...files, ...options],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2000);
    });
  let [peakMiB, cpuMs] = [0, 0];
  const sampling = setInterval(() => {
    try {
      peakMiB = Math.max(peakMiB, statusOf(child.pid, 'VmHWM'));
      cpuMs = Math.max(cpuMs, cpuOf(child.pid) / 1000);
    } catch {
      // It has ended since.
    }
  }, 50);
  await ended(child);
  clearInterval(sampling);
  const endedAt = Date.now();
  const journal = readFileSync(join(folder, 'out', 'journal.ndjson'), 'utf8')
    .trimEnd()
    .split('\n');
  const events = journal
    .filter((line) => /"event":"(?:scenario-started|attempted|run-finished)"/u.test(line))
    .map((line) => JSON.parse(line) as { event: string; at?: string; made?: number; planned?: number });
  const at = (name: string): number => Date.parse(events.find(({ event }) => event === name)?.at ?? '');
  if (Number.isNaN(at('scenario-started'))) throw new Error(`the run has not started a scenario:\n${said}`);
  const sum = (of: 'made' | 'planned'): number => events.reduce((total, event) => total + (event[of] ?? 0), 0);
  const { verdict } = JSON.parse(readFileSync(join(folder, 'out', 'results.json'), 'utf8')) as { verdict: string };
  return {
    wallMs: endedAt - startedAt,
    cpuMs,
    peakMiB,
    firstScenarioMs: at('scenario-started') - startedAt,
    reportsMs: endedAt - at('run-finished'),
    verdict,
    attempts: `${sum('made')} of ${sum('planned')}`,
  };
};

const statusOf = (pid: number | undefined, name: 'VmHWM' | 'VmRSS'): number => {
  const kilobytes = new RegExp(`${name}:\\s+(\\d+)`, 'u').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
};

const cpuOf = (pid: number | undefined): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(nanoseconds) / 1000;
  }, 0);

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
