import type { Command, WorkDecorator } from './command.ts';
import { type CommandHandlers, handleWith } from './command-handlers.ts';
import type { Entry, Journal } from './journal.ts';

/** Does the work of a command, unless the same business operation was done before or is being done. */
export const createIdempotentExecutor = (
  { journal, work }: { readonly journal: Journal; readonly work: WorkDecorator },
  handlers: CommandHandlers,
): ((command: Command) => Promise<Entry>) => {
  const handle = handleWith(handlers);
  const underWay = new Map<string, Promise<unknown>>();
  return async (command) => {
    const operation = `${command.messageKind}\n${command.idempotencyKey}`;
    // Whoever waited looks again: another may have begun in the meantime.
    for (let other = underWay.get(operation); other !== undefined; other = underWay.get(operation)) await other;
    const earlier = journal.byKey(command);
    if (earlier) return journal.record(command, earlier.result);
    const working = work(command, async (taken) => handle(taken));
    const settled = working.catch(() => undefined);
    underWay.set(operation, settled);
    try {
      return journal.record(command, await working);
    } finally {
      if (underWay.get(operation) === settled) underWay.delete(operation);
    }
  };
};
