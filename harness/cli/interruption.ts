import type { CliContext } from './cli-context.ts';

export interface Interruption extends Disposable {
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
