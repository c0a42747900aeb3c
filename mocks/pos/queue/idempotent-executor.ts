import type { Command, WorkDecorator } from './command.ts';
import type { Entry, Journal } from './journal.ts';
import { type AnsweredKind, type CommandKind, isCommandKind } from '#schemas';
import type { Json, JsonObject } from '../../json.ts';

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

/** What a till does on each command of the protocol, and answers where an answer is due; a kind left out does not compile. */
export type CommandHandlers = {
  readonly [Kind in CommandKind]: (payload: JsonObject) => Kind extends AnsweredKind ? Json : undefined;
};

/** The body of the callback to a command; undefined where there is none. */
const handleWith =
  (handlers: CommandHandlers) =>
  ({ messageKind, payload }: Command): Json | undefined =>
    isCommandKind(messageKind) ? handlers[messageKind](payload) : undefined;
