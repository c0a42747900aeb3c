import type { Command } from '../queue/command.ts';
import { isObject, type Json, type JsonObject, parseJson, textIn } from '../../json.ts';
import type { Delivery, Mailbox } from '../queue/mailbox.ts';
import type { CallKind, PlatformAnswer, PlatformCall } from '../connection/call.ts';
import type { TillParts } from '../till.ts';
import type { TillDecorator } from './pos-fault.ts';

type Transmit = (call: PlatformCall) => Promise<PlatformAnswer>;

/** In the way of calls of one kind. `make` is called once per till, so that what it keeps is the till's memory. */
export const onCall =
  (
    kind: CallKind,
    make: (parts: TillParts) => (call: PlatformCall, transmit: Transmit) => Promise<PlatformAnswer>,
  ): TillDecorator =>
  (parts) => {
    const way = make(parts);
    return {
      call: (call, transmit) => {
        const next: Transmit = (sent) => parts.call(sent, transmit);
        return call.kind === kind ? way(call, next) : next(call);
      },
    };
  };

/** Changes the body of calls of one kind, in place; a body that is none stays. */
export const onBody = (
  kind: CallKind,
  change: (body: JsonObject, call: PlatformCall) => Json | undefined,
): TillDecorator =>
  onCall(kind, () => (call, transmit) => {
    if (!isObject(call.body)) return transmit(call);
    const body = structuredClone(call.body);
    const changed = change(body, call);
    return transmit({ ...call, body: changed === undefined ? body : changed });
  });

/** As `onBody`, for one kind of event. */
export const onEvent = (messageKind: string, change: (body: JsonObject) => Json | undefined): TillDecorator =>
  onBody('event', (body, { path }) => (path.endsWith(`/${messageKind}`) ? change(body) : undefined));

type Step = (command: Command) => Promise<Json | undefined>;

/** In the way of the work on commands of one kind, or of every kind. */
export const onWork =
  (
    messageKind: string | undefined,
    make: (parts: TillParts) => (command: Command, step: Step) => Promise<Json | undefined>,
  ): TillDecorator =>
  (parts) => {
    const way = make(parts);
    return {
      work: (command, step) => {
        const next: Step = (taken) => parts.work(taken, step);
        return (messageKind ?? command.messageKind) === command.messageKind ? way(command, next) : next(command);
      },
    };
  };

/** Changes the result of commands of one kind, in place. `'none'` sends no result at all. */
export const onResult = (
  messageKind: string,
  change: (result: JsonObject, command: Command) => Json | undefined,
): TillDecorator =>
  onWork(messageKind, () => async (command, step) => {
    const result = await step(command);
    if (!isObject(result)) return result;
    const changed = change(result, command);
    if (changed === 'none') return undefined;
    return changed === undefined ? result : changed;
  });

/** Changes the payload a command is worked on with. */
export const onPayload = (messageKind: string, change: (payload: JsonObject) => void): TillDecorator =>
  onWork(messageKind, () => (command, step) => {
    const payload = structuredClone(command.payload);
    change(payload);
    return step({ ...command, payload });
  });

/** Around the queue client, anew with each activation. */
export const onMailbox =
  (wrap: (mailbox: Mailbox, parts: TillParts) => Partial<Mailbox>): TillDecorator =>
  (parts) => ({
    openMailbox: async (configuration) => {
      const mailbox = await parts.openMailbox(configuration);
      return { ...mailbox, ...wrap(mailbox, parts) };
    },
  });

/** Of the message a callback is about. */
export const messageIdOf = ({ path }: PlatformCall): string => decodeURIComponent(path.split('/').at(-1) ?? '');

export const messageIdIn = ({ body }: Delivery): string => {
  const envelope = parseJson(body);
  return isObject(envelope) ? textIn(envelope['messageId']) : '';
};

export const kindIn = ({ body }: Delivery): string => {
  const envelope = parseJson(body);
  return isObject(envelope) ? textIn(envelope['messageKind']) : '';
};

/** Never comes, until the till is stopped. */
export const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const leave = () => reject(new Error('stopped'));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });

/**
 * A till that has lost its head: it goes on polling, and what it receives is dropped on the floor, for a minute or until it
 * is activated again.
 */
export const createDaze = (parts: TillParts, forMs = 60_000) => {
  let until = 0;
  return {
    begin: (): void => {
      until = parts.clock.now() + forMs;
    },
    openMailbox: (async (configuration) => {
      until = 0;
      const mailbox = await parts.openMailbox(configuration);
      return {
        ...mailbox,
        receive: async (wish, signal) => {
          const deliveries = await mailbox.receive(wish, signal);
          return parts.clock.now() < until ? [] : deliveries;
        },
      };
    }) satisfies TillParts['openMailbox'],
  };
};
