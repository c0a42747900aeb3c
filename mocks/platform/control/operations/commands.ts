import { type CommandRecord, type DirectedAnswer, pathTo, type CommandRequest } from '#schemas';
import { resendCommand, type SentCommand, sendCommand } from '../../state/commands.ts';
import type { DirectedAnswers } from '../../api/directed-answers.ts';
import type { EventStream } from '../../calls/event.ts';
import type { Settings } from '../../state/settings.ts';
import type { Location, State } from '../../state/state.ts';
import { ControlError, found, operationsOn } from '../declaration/fields.ts';
import { locationIn } from './shop-in.ts';

export interface CommandDeps {
  readonly state: Pick<State, 'locations'>;
  readonly settings: Pick<Settings, 'paths'>;
  readonly events: Pick<EventStream, 'emit'>;
  readonly clock: { now(): number };
  readonly directedAnswers: Pick<DirectedAnswers, 'add'>;
}

export type CommandControl = ReturnType<typeof createCommandControl>;

export const createCommandControl = ({ state, settings, events, clock, directedAnswers }: CommandDeps) => {
  const locationOf = locationIn(state);
  const sentTo = (id: string, messageId: string): CommandRecord =>
    found(locationOf(id).commands.get(messageId), 'UnknownCommand', `No command ${messageId} was sent to ${id}.`);
  /** Says how many queue messages of a command that was done to. */
  const eachQueued =
    (act: 'redeliverEarly' | 'outlive') =>
    (id: string, messageId: string): number => {
      const { queue } = locationOf(id);
      return queuedIn(queue, messageId).filter((sqsId) => queue[act](sqsId)).length;
    };
  return {
    sendCommand(id: string, request: CommandRequest): SentCommand {
      const sent = sendCommand(locationOf(id), request, clock.now());
      if (sent.ok) {
        const { messageId, sqsMessageId } = sent;
        const { messageKind } = request;
        events.emit({ kind: 'command', integrationProfileId: id, messageKind, messageId, sqsMessageId, again: false });
      }
      return sent;
    },
    /** Why the queue of a location, where it is one elsewhere, did not do what it was asked for last. */
    queueFailure: async (id: string): Promise<string | undefined> => await locationOf(id).queue.failure?.(),
    /** The same envelope as a second queue message. */
    resendCommand(id: string, messageId: string): { readonly sqsMessageId: string } {
      const command = sentTo(id, messageId);
      const { messageKind } = command.envelope;
      const sqsMessageId = resendCommand(locationOf(id), command, clock.now());
      events.emit({ kind: 'command', integrationProfileId: id, messageKind, messageId, sqsMessageId, again: true });
      return { sqsMessageId };
    },
    /** Makes a command in flight visible before its 30 seconds are over. */
    redeliverEarly: eachQueued('redeliverEarly'),
    /** Takes a command out of the queue, as when its 14 days are over. */
    outlive: eachQueued('outlive'),
    /** Another `times` deletes of a command are acknowledged, and yet it comes again; 0 when it is in the queue no more. */
    duplicateAfterDelete(id: string, messageId: string, times = 1): number {
      if (times < 1) throw new ControlError(400, 'InvalidBody', 'times must be 1 or more.');
      const { queue } = locationOf(id);
      // One that was sent again is there twice; the copies asked for are of the first.
      const [first] = queuedIn(queue, messageId);
      return first !== undefined && queue.duplicate(first, times) ? 1 : 0;
    },
    /** The next callbacks about a command get these answers, one each, instead of being judged. */
    answerCallbacks(id: string, messageId: string, answers: readonly DirectedAnswer[]): void {
      const { messageKind } = sentTo(id, messageId).envelope;
      directedAnswers.add(pathTo('callback', { messageKind, messageId }), answers);
    },
    /** The next events of this kind get these answers, one each, instead of being judged. */
    answerEvents(messageKind: string, answers: readonly DirectedAnswer[]): void {
      directedAnswers.add(settings.paths.events.replace('{messageKind}', messageKind), answers);
    },
    /** The next health reports get these answers, one each, instead of being taken. */
    answerHealth(answers: readonly DirectedAnswer[]): void {
      directedAnswers.add(settings.paths.health, answers);
    },
    command: (id: string, messageId: string): CommandRecord | undefined => locationOf(id).commands.get(messageId),
  };
};

const queuedIn = (queue: Location['queue'], messageId: string): readonly string[] =>
  queue
    .contents()
    .filter(({ message }) => Object(message.attributes['messageId']).stringValue === messageId)
    .map(({ message }) => message.messageId);

/** Where nothing arrives nothing was sent. */
const queueWorks = async ({ queueFailure }: CommandControl, id: string): Promise<void> => {
  const failure = await queueFailure(id);
  if (failure !== undefined) throw new ControlError(503, 'QueueFailed', failure);
};

/** Commands to a POS, and what becomes of them and of what is said about them. */
export const commandOperations = operationsOn<CommandControl>()({
  async 'POST /locations/{integrationProfileId}/commands'(control, { integrationProfileId, ...request }) {
    const sent = control.sendCommand(integrationProfileId, request);
    if (!sent.ok) throw new ControlError(sent.refusal === 'INVALID_COMMAND' ? 400 : 409, sent.refusal, sent.message);
    await queueWorks(control, integrationProfileId);
    return sent;
  },
  'GET /locations/{integrationProfileId}/commands/{messageId}': (control, { integrationProfileId, messageId }) =>
    found(control.command(integrationProfileId, messageId), 'UnknownCommand', 'No such command was sent.'),
  async 'POST /locations/{integrationProfileId}/commands/{messageId}/resend'(
    control,
    { integrationProfileId, messageId },
  ) {
    const sent = control.resendCommand(integrationProfileId, messageId);
    await queueWorks(control, integrationProfileId);
    return sent;
  },
  'POST /locations/{integrationProfileId}/commands/{messageId}/redeliver': (
    control,
    { integrationProfileId, messageId },
  ) => ({ redelivered: control.redeliverEarly(integrationProfileId, messageId) }),
  'POST /locations/{integrationProfileId}/commands/{messageId}/duplicate': (
    control,
    { integrationProfileId, messageId, times },
  ) => ({ duplicated: control.duplicateAfterDelete(integrationProfileId, messageId, times) }),
  'POST /locations/{integrationProfileId}/commands/{messageId}/answers': (
    control,
    { integrationProfileId, messageId, answers },
  ) => control.answerCallbacks(integrationProfileId, messageId, readAnswers(answers)),
  'POST /events/{messageKind}/answers': (control, { messageKind, answers }) =>
    control.answerEvents(messageKind, readAnswers(answers)),
  'POST /health/answers': (control, { answers }) => control.answerHealth(readAnswers(answers)),
});

/** The answers of a control request: `{ status }`, `silence` or `drop` each. */
const readAnswers = (given: readonly unknown[]): readonly DirectedAnswer[] => {
  const unknown = given.find((answer) => !isAnswer(answer));
  if (unknown === undefined && given.length > 0) return given.filter(isAnswer);
  const what = given.length === 0 ? 'answers is empty' : `${JSON.stringify(unknown)} is no answer`;
  const choices = 'Choose from: {"status": 200 to 599}, "silence", "drop".';
  throw new ControlError(400, 'InvalidBody', `${what}. ${choices}`);
};

const isAnswer = (answer: unknown): answer is DirectedAnswer => {
  if (answer === 'silence' || answer === 'drop') return true;
  const { status, ...rest } = Object(answer);
  return Number.isInteger(status) && status >= 200 && status <= 599 && Object.keys(rest).length === 0;
};
