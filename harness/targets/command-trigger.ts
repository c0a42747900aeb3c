import { spawn } from 'node:child_process';
import { killGroup, shellCommand } from './shell-command.ts';
import type { Variables } from '../config/template.ts';
import { excerpt, type Fired, resultOf } from './trigger-answer.ts';

const mostCharacters = 4 * 1024 * 1024;

export interface CommandTriggerOptions {
  readonly result: string | undefined;
  readonly signal: AbortSignal;
}

export const fireCommand = async (
  template: string,
  variables: Variables,
  { result, signal }: CommandTriggerOptions,
): Promise<Fired> => {
  const { script, environment } = shellCommand(template, variables);
  const ended = await runShell(script, environment, signal);
  if (ended.code === 0) return resultOf(ended.stdout, result);
  const said = excerpt(ended.stderr) || excerpt(ended.stdout) || '(it wrote nothing)';
  return {
    kind: 'failed',
    why: `its command ended with ${ended.code === null ? ended.signal : `exit code ${ended.code}`}: ${said}`,
  };
};

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

const runShell = (script: string, environment: Readonly<Record<string, string>>, signal: AbortSignal) =>
  new Promise<Ended>((resolve, reject) => {
    const child = spawn('sh', ['-c', script], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const kill = () => killGroup(child, 'SIGKILL');
    const stop = () => {
      kill();
      reject(signal.reason);
    };
    process.once('exit', kill);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });

    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (stdout.length < mostCharacters) stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < mostCharacters) stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code, by) => {
      signal.removeEventListener('abort', stop);
      process.off('exit', kill);
      resolve({ code, signal: by, stdout, stderr });
    });
  });
