import { createInterface } from 'node:readline/promises';
import { spawn } from 'node:child_process';

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a file with the platform's own program, and does not wait for it. */
export const openFile = (file: string): void => {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  // Without a desktop there is no opener; the report is there all the same.
  spawn(program, [...args, file], { detached: true, stdio: 'ignore' })
    .once('error', () => undefined)
    .unref();
};

/** One question on the terminal; on standard error, so that standard output stays the answer's. */
export const askOnTerminal = async (question: string, signal?: AbortSignal): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // In raw mode the terminal keeps Ctrl-C to itself; everybody else listens for the signal.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await terminal.question(question, signal === undefined ? {} : { signal });
  } finally {
    terminal.close();
  }
};
