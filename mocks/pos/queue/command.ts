import { isObject, type Json, parseJson } from '../../json.ts';

/** Takes the place of the work on a command, which it is given; the outcome is the body of the callback, if one is sent. */
export type WorkDecorator = (
  command: Command,
  step: (command: Command) => Promise<Json | undefined>,
) => Promise<Json | undefined>;

/** A message of the queue, read. */
export type Command = NonNullable<ReturnType<typeof readCommand>>;

/** Undefined when it is no envelope at all. */
export const readCommand = (text: string) => {
  const body = parseJson(text);
  if (!isObject(body)) return undefined;
  const { messageKind, messageId, idempotencyKey, payload } = body;
  if (typeof messageKind !== 'string' || typeof messageId !== 'string' || !isObject(payload)) return undefined;
  return {
    messageKind,
    messageId,
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : messageId,
    payload,
  };
};
