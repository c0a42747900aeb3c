import type { Command } from './command.ts';
import type { Json } from '../../json.ts';

export interface Entry {
  readonly messageId: string;
  readonly idempotencyKey: string;
  readonly result: Json | undefined;
  /** The platform has the result. */
  readonly settled: boolean;
}

export type Journal = ReturnType<typeof createJournal>;

export const createJournal = () => {
  const messages = new Map<string, Entry>();
  const operations = new Map<string, Entry>();
  // Two kinds of operation may well use one key, such as the number of an order.
  const operationOf = ({ messageKind, idempotencyKey }: Command) => `${messageKind}\n${idempotencyKey}`;
  return {
    byMessage: (messageId: string) => messages.get(messageId),
    /** Of the same business operation under whatever message. */
    byKey: (command: Command) => operations.get(operationOf(command)),
    record: (command: Command, result: Json | undefined) => {
      const { messageId, idempotencyKey } = command;
      const entry: Entry = { messageId, idempotencyKey, result, settled: false };
      messages.set(messageId, entry);
      if (!operations.has(operationOf(command))) operations.set(operationOf(command), entry);
      return entry;
    },
    settle: (messageId: string) => {
      const entry = messages.get(messageId);
      if (entry) messages.set(messageId, { ...entry, settled: true });
    },
  };
};
