import { randomUUID } from 'node:crypto';
import type { Authenticated } from '../authentication.ts';
import { sendCommand } from '../commands.ts';
import type { EventStream } from '../event.ts';
import { problem } from '../problem.ts';

interface Deps {
  readonly events: EventStream;
  readonly clock: { now(): number };
}

/** POST /merchant/v1/async/test: puts a Test message with a nonce into the queue of the POS that calls. */
export const startQueueTest = ({ location }: Authenticated, { events, clock }: Deps): Response => {
  const { integrationProfileId } = location;
  if (location.kind !== 'pos') {
    events.emit({ kind: 'test-call', integrationProfileId, status: 403 });
    return problem(403, 'NotAPos', 'These are the credentials of an integration that is not a POS.');
  }
  const sent = sendCommand(location, { messageKind: 'Test', payload: { nonce: randomUUID() } }, clock.now());
  if (!sent.ok) throw new Error(`our own Test message was refused: ${sent.message}`);
  const { messageId, sqsMessageId } = sent;
  events.emit({ kind: 'command', integrationProfileId, messageKind: 'Test', messageId, sqsMessageId, again: false });
  events.emit({ kind: 'test-call', integrationProfileId, status: 200, messageId });
  return Response.json({ messageId });
};
