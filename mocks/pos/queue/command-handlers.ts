import { type AnsweredKind, type CommandKind, isCommandKind } from '#schemas';
import type { Json, JsonObject } from '../../json.ts';
import type { Command } from './command.ts';

/** What a till does on each command of the protocol, and answers where an answer is due; a kind left out does not compile. */
export type CommandHandlers = {
  readonly [Kind in CommandKind]: (payload: JsonObject) => Kind extends AnsweredKind ? Json : undefined;
};

/** The body of the callback to a command; undefined where there is none. */
export const handleWith =
  (handlers: CommandHandlers) =>
  ({ messageKind, payload }: Command): Json | undefined =>
    isCommandKind(messageKind) ? handlers[messageKind](payload) : undefined;
