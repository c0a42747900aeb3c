import { randomBytes } from 'node:crypto';
import type { Authenticated } from './authentication.ts';
import { sendCommand } from '../state/commands.ts';
import { type Answer, jsonAnswer, refusal } from '../calls/answer.ts';

interface Deps {
  readonly clock: { now(): number };
}

/** POST /merchant/v1/async/test: puts a Test message with a nonce into the queue of the POS that calls. */
export const startQueueTest = ({ location, emit, note }: Authenticated, { clock }: Deps): Answer => {
  const { integrationProfileId } = location;
  if (location.kind !== 'pos') {
    emit({ kind: 'test-call', integrationProfileId, status: 403 });
    return refusal(403, 'NotAPos', 'These are the credentials of an integration that is not a POS.');
  }
  // Letters of both cases: whoever folds them sends back another nonce.
  const nonce = randomBytes(24).toString('base64url');
  const sent = sendCommand(location, { messageKind: 'Test', payload: { nonce } }, clock.now());
  if (!sent.ok) throw new Error(`our own Test message was refused: ${sent.message}`);
  const { messageId, sqsMessageId } = sent;
  emit({ kind: 'command', integrationProfileId, messageKind: 'Test', messageId, sqsMessageId, again: false });
  emit({ kind: 'test-call', integrationProfileId, status: 200, messageId });
  note({ testMessageId: messageId });
  return jsonAnswer({ messageId });
};
