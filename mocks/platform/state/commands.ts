import {
  type CommandRecord,
  type CommandRequest,
  type QueueEnvelope,
  command,
  commandKinds,
  commands,
  firstViolation,
  isCommandKind,
  resultShapeOf,
  type OrderType,
} from '#schemas';
import { writeJson } from '#traffic';
import { type MessageAttributes, largestMessage, newUuid } from '../queue/fifo/message.ts';
import type { Location } from './location.ts';

export type CommandRefusal =
  | 'INVALID_COMMAND'
  | 'POS_UNAVAILABLE'
  | 'LOCATION_CLOSED'
  | 'ORDER_TYPE_PAUSED'
  | 'TOO_LARGE';

export type SentCommand =
  | { readonly ok: true; readonly messageId: string; readonly sqsMessageId: string }
  | { readonly ok: false; readonly refusal: CommandRefusal; readonly message: string };

/** Puts a command into the location's queue, unless the location does not take it now. */
export const sendCommand = (location: Location, request: CommandRequest, now: number): SentCommand => {
  const refused = (refusal: CommandRefusal, message: string) => ({ ok: false, refusal, message }) as const;
  const invalid = request.unchecked ? undefined : invalidity(request);
  if (invalid !== undefined) return refused('INVALID_COMMAND', invalid);
  const gate = request.force ? undefined : gateOf(location, request, now);
  if (gate !== undefined) return refused(...gate);
  const messageId = request.messageId ?? newUuid();
  const envelope: QueueEnvelope = {
    messageKind: request.messageKind,
    apiVersion: 'v1',
    messageId,
    idempotencyKey: request.idempotencyKey ?? messageId,
    payload: request.payload,
  };
  if (Buffer.byteLength(toBody(envelope)) > largestMessage) return refused('TOO_LARGE', 'The message exceeds 1 MiB.');
  const groupId = request.groupId ?? messageGroupOf(envelope, location.billGroups);
  if (!/^[\x21-\x7e]{1,128}$/.test(groupId))
    return refused('INVALID_COMMAND', 'groupId has 1 to 128 letters, digits and punctuation of ASCII.');
  if (outsideXml.test(envelope.messageKind + envelope.messageId))
    return refused('INVALID_COMMAND', 'messageKind and messageId hold characters that SQS takes in no attribute.');
  if (!location.commands.has(messageId)) location.commands.set(messageId, { envelope, groupId, sentAt: now });
  return { ok: true, messageId, sqsMessageId: enqueue(location, envelope, groupId) };
};

/** The same command as a second queue message: the duplicate a POS must recognise by messageId. */
export const resendCommand = (location: Location, command: CommandRecord, now: number): string => {
  const { envelope, groupId } = command;
  const sqsMessageId = enqueue(location, envelope, groupId);
  location.commands.set(envelope.messageId, { ...command, resentAt: now });
  return sqsMessageId;
};

const enqueue = (location: Location, envelope: QueueEnvelope, groupId: string): string => {
  const text = (stringValue: string) => ({ dataType: 'String', stringValue });
  const attributes: MessageAttributes = {
    messageKind: text(envelope.messageKind),
    messageId: text(envelope.messageId),
  };
  // A new deduplication id each time, or SQS would suppress what is sent twice on purpose.
  return location.queue.send({ groupId, deduplicationId: newUuid(), body: toBody(envelope), attributes }).messageId;
};

/** What SQS has no character for. */
const outsideXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

// SQS takes no character outside XML's range; JSON.stringify leaves these two as they are.
const toBody = (envelope: QueueEnvelope): string =>
  writeJson(envelope).replace(/[\uFFFE\uFFFF]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);

/** Open, and of a kind that is answered. */
export const awaitsResult = ({ envelope: { messageKind }, resultAt }: CommandRecord): boolean =>
  resultAt === undefined && isCommandKind(messageKind) && resultShapeOf(messageKind) !== undefined;

const invalidity = ({ messageKind, payload }: CommandRequest): string | undefined => {
  if (!isCommandKind(messageKind)) return `${messageKind} is no command. Choose from: ${commandKinds.join(', ')}.`;
  const violation = firstViolation(commands[messageKind].payload, payload);
  return violation && `The payload is not valid at ${violation.pointer || '/'}: ${violation.message}`;
};

const gateOf = (
  location: Location,
  { messageKind, payload }: CommandRequest,
  now: number,
): readonly [CommandRefusal, string] | undefined => {
  // What is no command was sent unchecked, to a POS that is there to see it.
  const sentTo = isCommandKind(messageKind) ? command(messageKind).sentTo : 'healthy';
  if (sentTo === 'any') return undefined;
  if (!location.capability.isAvailable())
    return ['POS_UNAVAILABLE', 'The POS is not activated, or its health reports stopped.'];
  if (sentTo !== 'open') return undefined;
  if (!location.availability.isOpen(now)) return ['LOCATION_CLOSED', 'The location is closed for new orders.'];
  const orderType = gatedOrderType(payload['orderContext']);
  const paused = orderType !== undefined && location.availability.stateOf(orderType, now) === 'PAUSED';
  return paused ? ['ORDER_TYPE_PAUSED', `New ${orderType} orders are paused.`] : undefined;
};

/** STATION availability gates table ordering only, so that nothing gates a kiosk. */
const gatedOrderType = (orderContext: unknown): OrderType | undefined => {
  const { type, stationKind } = Object(orderContext);
  if (type === 'STATION') return stationKind === 'TABLE' ? 'STATION' : undefined;
  return type === 'PICKUP' || type === 'DELIVERY' ? type : undefined;
};

/**
 * The MessageGroupId, which the platform chooses: what must stay in order shares one. Everything about a table is one group;
 * a pickup or delivery order is its own; a payment follows the bill it pays.
 */
const messageGroupOf = (
  { messageKind, idempotencyKey, payload }: QueueEnvelope,
  billGroups: { get(posBillId: string): string | undefined },
): string => {
  const { tableId, orderContext, posBillId } = payload;
  const { type, stationId } = Object(orderContext);
  if (typeof tableId === 'string') return toGroupId('station', tableId);
  if (type === 'STATION') return toGroupId('station', String(stationId));
  if (typeof type === 'string') return toGroupId(type.toLowerCase(), idempotencyKey);
  if (typeof posBillId === 'string') return billGroups.get(posBillId) ?? toGroupId('bill', posBillId);
  return toGroupId('kind', messageKind);
};

// SQS allows 128 characters: letters, digits and punctuation of ASCII.
const toGroupId = (scope: string, name: string): string =>
  `${scope}:${encodeURIComponent(name.toWellFormed())}`.slice(0, 128);
