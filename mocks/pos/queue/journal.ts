import type { Command } from './command.ts';
import type { Json } from '../../json.ts';

/** A command that was carried out, and what came of it. */
export interface Entry {
  readonly messageId: string;
  readonly idempotencyKey: string;
  readonly result: Json | undefined;
  /** The platform has the result. */
  readonly settled: boolean;
}

/** What a till remembers of the commands it carried out. */
export interface Journal {
  readonly byMessage: (messageId: string) => Entry | undefined;
  /** Of the same business operation under whatever message. */
  readonly byKey: (command: Command) => Entry | undefined;
  readonly record: (command: Command, result: Json | undefined) => Entry;
  readonly settle: (messageId: string) => void;
}

export const createJournal = (): Journal => {
  const messages = new Map<string, Entry>();
  const operations = new Map<string, Entry>();
  // Two kinds of operation may well use one key, such as the number of an order.
  const operationOf = ({ messageKind, idempotencyKey }: Command) => `${messageKind}\n${idempotencyKey}`;
  return {
    byMessage: (messageId) => messages.get(messageId),
    byKey: (command) => operations.get(operationOf(command)),
    record: (command, result) => {
      const { messageId, idempotencyKey } = command;
      const entry: Entry = { messageId, idempotencyKey, result, settled: false };
      messages.set(messageId, entry);
      if (!operations.has(operationOf(command))) operations.set(operationOf(command), entry);
      return entry;
    },
    settle: (messageId) => {
      const entry = messages.get(messageId);
      if (entry) messages.set(messageId, { ...entry, settled: true });
    },
  };
};
