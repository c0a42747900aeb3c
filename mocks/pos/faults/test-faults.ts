import { textIn } from '../../json.ts';
import { onCall, onResult } from './decorators.ts';
import type { PosFault } from './pos-fault.ts';

/** The test round trip, broken off. */
export const testFaults = {
  'test:capitals': {
    title: 'sends the nonce back in capitals',
    breaks: ['queue/test-round-trip'],
    decorate: onResult('Test', ({ nonce }) => ({ nonce: `${textIn(nonce).toUpperCase()} ` })),
  },
  'test:own-nonce': {
    title: 'sends the message id for the nonce',
    breaks: ['queue/test-round-trip'],
    decorate: onResult('Test', (_, { messageId }) => ({ nonce: messageId })),
  },
  'test:no-callback': {
    title: 'deletes the Test message unanswered',
    breaks: ['queue/test-round-trip'],
    decorate: onResult('Test', () => 'none'),
  },
  'test:no-call': {
    title: 'says it made the test call, and did not',
    breaks: ['queue/test-round-trip'],
    decorate: onCall('test-call', () => async () => ({ status: 200, body: null })),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
