import type { Printer } from './terminal/printer.ts';

/** What a command may know and use of the process it runs in. */
export interface CliContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly printer: Printer;
  /** Standard input, for `validate -`. */
  readonly input: AsyncIterable<Uint8Array>;
  /** Asks a person for a line. Absent with `--ci` and without a terminal. */
  readonly ask?: (question: string, signal?: AbortSignal) => Promise<string>;
  /**
   * Calls `interrupted` on the first Ctrl-C; a second one ends the process. With `late`, so does the time a person waits for
   * what was interrupted, after it was called. The answer stops listening.
   */
  readonly onInterrupt: (interrupted: () => void, late?: () => void) => () => void;
  /** Until its answer is called, nothing that goes wrong outside of every await ends the process: it is told instead. */
  readonly outlive: (told: (reason: string) => void) => () => void;
  readonly open: (file: string) => void;
}

interface Interruption extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Ctrl-C during a command that comes to an end by itself: what goes on is given up, and what cannot be put in order soon is left
 * as it is. `folder` holds a journal, from which reports can be written later.
 */
export const interruption = ({ onInterrupt, printer }: CliContext, folder?: string): Interruption => {
  const interrupted = new AbortController();
  const stopListening = onInterrupt(
    () => {
      if (folder !== undefined) printer.note('Interrupted: writing the reports. Ctrl-C again ends at once.');
      interrupted.abort(new Error('interrupted'));
    },
    () => {
      if (folder !== undefined)
        printer.note(
          `Ended before all reports were written: conformance report ${folder} writes them from the journal.`,
        );
    },
  );
  return { signal: interrupted.signal, [Symbol.dispose]: stopListening };
};
