import type { Nonces } from './nonces.ts';
import type { Authenticated } from './authentication.ts';
import { sendCommand } from '../state/commands.ts';
import { type Answer, jsonAnswer, refusal } from '../calls/answer.ts';

interface Deps {
  readonly clock: { now(): number };
  readonly nonces: Nonces;
}

/** POST /merchant/v1/async/test: puts a Test message with a nonce into the queue of the POS that calls. */
export const startQueueTest = ({ location, emit, note }: Authenticated, { clock, nonces }: Deps): Answer => {
  const { integrationProfileId } = location;
  if (location.kind !== 'pos') {
    emit({ kind: 'test-call', integrationProfileId, status: 403 });
    return refusal(403, 'NotAPos', 'These are the credentials of an integration that is not a POS.');
  }
  const payload = { nonce: nonces.next(location) };
  const sent = sendCommand(location, { messageKind: 'Test', payload }, clock.now());
  if (!sent.ok) throw new Error(`our own Test message was refused: ${sent.message}`);
  const { messageId, sqsMessageId } = sent;
  emit({ kind: 'command', integrationProfileId, messageKind: 'Test', messageId, sqsMessageId, again: false });
  emit({ kind: 'test-call', integrationProfileId, status: 200, messageId });
  note({ testMessageId: messageId });
  return jsonAnswer({ messageId });
};
