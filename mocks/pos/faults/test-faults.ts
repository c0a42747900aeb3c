import { type Json, textIn } from '../../json.ts';
import { onCall, onResult, resultFaults } from './decorators.ts';
import type { PosFault } from './pos-fault.ts';

const trip = 'queue/test-round-trip';

/** The test round trip, broken off. */
export const testFaults = {
  ...resultFaults('Test', {
    'test:capitals': ['sends the nonce back in capitals', trip, '/nonce', (old) => `${textIn(old).toUpperCase()} `],
    'test:own-nonce': ['sends the message id for the nonce', trip, '/nonce', (_, { messageId }) => messageId],
    'test:no-callback': ['deletes the Test message unanswered', trip, ''],
  }),
  'test:first-nonce': {
    title: 'sends the nonce of its first round trip for good',
    breaks: [trip],
    decorate: (parts) => {
      let first: Json | undefined;
      return onResult('Test', (result) => (first ??= result))(parts);
    },
  },
  'test:no-call': {
    title: 'says it made the test call, and did not',
    breaks: [trip],
    decorate: onCall('test-call', () => async () => ({ status: 200, body: null })),
  },
} satisfies Readonly<Record<string, PosFault>>;
