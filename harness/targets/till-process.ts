import { spawn } from 'node:child_process';
import { logTill } from './till-log.ts';
import { killGroup, shellCommand } from './shell-command.ts';
import type { Variables } from '../config/template.ts';

/** How what we started ended by itself. */
export interface TillEnd {
  /** As in `the till ended with exit code 1`. */
  readonly how: string;
  /** What ends without a failure may have left the till behind, as a service. */
  readonly isFailure: boolean;
}

export interface StartedTill extends AsyncDisposable {
  /** As soon as it has ended; never when it is stopped by us. */
  readonly ended: Promise<TillEnd>;
  /** Kills it where it stands, and starts it again once `isGone` says so; absent where we cannot. */
  readonly restart?: (isGone: () => Promise<boolean>) => Promise<Restarted>;
}

/** The end of what was started again, or `runs on` where more than the process we started has to be ended. */
export type Restarted = { readonly ended: Promise<TillEnd> } | 'runs on';

export interface TillProcessOptions {
  /** File for what it writes to its terminal; thrown away without. */
  readonly log: string | undefined;
  readonly redact?: ((text: string) => string) | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Somebody waits for the end of the run, and nobody for the till. */
  readonly interrupted?: AbortSignal | undefined;
  readonly graceMs?: number;
}

const defaultGraceMs = 5000;
const hurriedGraceMs = 500;

/** Starts `pos.command` in a process group of its own, so that everything it started ends with it. `variables`: for each start. */
export const startTillProcess = (
  template: string,
  variables: () => Variables,
  options: TillProcessOptions,
): StartedTill => {
  let running = startGroup(template, variables(), options);
  let stopping = false;
  const kill = (): void => running.signal('SIGKILL');
  process.once('exit', kill);
  const ended = running.gone.then(async (end) => {
    await running.log?.drain();
    return stopping ? await new Promise<never>(() => undefined) : end;
  });
  return {
    ended,
    restart: async (isGone) => {
      // A launcher that has ended left the till to somebody else.
      if (running.hasEnded()) return 'runs on';
      stopping = true;
      kill();
      await running.gone;
      running.log?.close();
      if (!(await isGone())) return 'runs on';
      running = startGroup(template, variables(), options);
      return { ended: running.gone };
    },
    [Symbol.asyncDispose]: async () => {
      stopping = true;
      running.signal('SIGTERM');
      const { promise, resolve } = Promise.withResolvers<void>();
      const grace = options.interrupted?.aborted ? hurriedGraceMs : (options.graceMs ?? defaultGraceMs);
      const timer = setTimeout(resolve, grace);
      await Promise.race([running.gone, promise]);
      clearTimeout(timer);
      kill();
      process.off('exit', kill);
      await running.log?.drain();
      running.log?.close();
    },
  };
};

const startGroup = (template: string, variables: Variables, options: TillProcessOptions) => {
  const { script, environment } = shellCommand(template, variables);
  const output = options.log === undefined ? 'ignore' : 'pipe';
  const child = spawn('sh', ['-c', script], {
    env: { ...options.env, ...environment },
    stdio: ['ignore', output, output],
    detached: true,
  });
  const outputs = [child.stdout, child.stderr].filter((stream) => stream !== null);
  return {
    log: options.log === undefined ? undefined : logTill(options.log, outputs, options.redact ?? String),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    gone: new Promise<TillEnd>((resolve) => {
      child.once('error', (error) => resolve({ how: `could not be started: ${error.message}`, isFailure: true }));
      child.once('exit', (code, signal) =>
        resolve({ how: `ended with ${code === null ? signal : `exit code ${code}`}`, isFailure: code !== 0 }),
      );
    }),
    signal: (signal: NodeJS.Signals): void => killGroup(child, signal),
  };
};
