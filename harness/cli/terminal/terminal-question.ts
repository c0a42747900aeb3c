import { createInterface } from 'node:readline/promises';

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
