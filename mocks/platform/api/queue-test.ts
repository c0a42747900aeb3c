import type { Authenticated } from './authentication.ts';
import { sendCommand } from '../state/commands.ts';
import { type Answer, jsonAnswer, refusal } from '../calls/answer.ts';
import { randomBytes } from 'node:crypto';

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

/**
 * Nonces that none was like before, which is enough for a till that keeps one; a nonce is any string, so each of a location's
 * next ones has something that is lost where it is not copied as it is.
 */
const sorts: readonly (() => string)[] = [
  // Letters of both cases: whoever folds them sends back another nonce.
  () => randomBytes(24).toString('base64url'),
  // What is escaped in JSON, in HTML or in an address, and more of it than an id has.
  () => `"${randomBytes(36).toString('base64')}"+/=&<\\>'`,
  () => ` ${randomBytes(12).toString('base64url')} żółć 東 🛒 `,
];

type Nonces = ReturnType<typeof createNonces>;

export const createNonces = () => {
  const given = new WeakMap<object, number>();
  return {
    /** The first of a location is a plain one. */
    next(location: object) {
      const count = given.get(location) ?? 0;
      given.set(location, count + 1);
      return sorts[count % sorts.length]?.() ?? '';
    },
  };
};
