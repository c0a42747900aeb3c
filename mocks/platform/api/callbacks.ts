import { isCommandKind, resultShapeOf, type CommandRecord } from '#schemas';
import type { Body, NamedCall } from '#traffic';
import type { Authenticated } from './authentication.ts';
import { type Answer, noContent, refusal } from '../calls/answer.ts';
import { readShape } from '../calls/call.ts';

/** POST /merchant/v1/async/{messageKind}/{messageId}: the result of a command. Errors › Callback responses */
export const acceptCallback = (
  { location, body, emit }: Authenticated,
  { messageKind = '', messageId = '' }: Pick<NamedCall, 'messageKind' | 'messageId'>,
  { clock }: { readonly clock: { now(): number } },
): Answer => {
  const { integrationProfileId } = location;
  const tell = (status: number, result?: unknown, repeated = false) =>
    emit({ kind: 'callback', integrationProfileId, messageKind, messageId, body: result, status, repeated });

  // Only this location's commands are looked at: another's is as unknown as one that never was.
  const command = location.commands.get(messageId);
  if (command === undefined || command.envelope.messageKind !== messageKind) {
    tell(404);
    return refusal(404, 'UnknownMessage', 'No message of this kind and id was sent to this location.');
  }
  if (command.resultAt !== undefined) {
    tell(204, undefined, true);
    return noContent;
  }
  const read = readResult(command, body);
  if (!read.ok) {
    tell(400, read.value);
    return read.answer;
  }
  location.commands.set(messageId, { ...command, result: read.value, resultAt: clock.now() });
  // A payment follows its bill in the same group.
  const { bill } = Object(read.value);
  if (typeof bill?.posBillId === 'string') location.billGroups.set(bill.posBillId, command.groupId);
  tell(204, read.value);
  return noContent;
};

const readResult = ({ envelope }: CommandRecord, body: Body): ReturnType<typeof readShape> => {
  const { messageKind, payload } = envelope;
  const shape = isCommandKind(messageKind) ? resultShapeOf(messageKind) : undefined;
  // BillPaymentFailed is followed by no result, so no body is valid for it.
  if (shape === undefined) return refused(`${messageKind} is followed by no result.`);
  const read = readShape(shape, body);
  const { nonce } = Object(read.value);
  return read.ok && messageKind === 'Test' && nonce !== payload['nonce']
    ? refused('The nonce is not the one of the Test message.', read.value)
    : read;
};

const refused = (message: string, value?: unknown) =>
  ({ ok: false, value, answer: refusal(400, 'InvalidBody', message) }) as const;
