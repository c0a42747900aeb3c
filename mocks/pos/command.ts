import { isObject, type JsonObject, parseJson } from './json.ts';

/** A message of the queue, read. */
export interface Command {
  readonly messageKind: string;
  readonly messageId: string;
  readonly idempotencyKey: string;
  readonly payload: JsonObject;
}

/** Undefined when it is no envelope at all. */
export const readCommand = (text: string): Command | undefined => {
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
