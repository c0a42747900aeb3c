import { type Json, textIn } from '#mocks/json';
import { onCall, onResult, resultFaults } from '#mocks/pos/faults/decorators';
import type { PosFault } from '#mocks/pos/faults/pos-fault';

const trip = 'queue/test-round-trip';

/** The test round trip, broken off. */
export const testFaults = {
  ...resultFaults('Test', {
    'test:capitals': ['sends the nonce back in capitals', trip, '/nonce', (old) => `${textIn(old).toUpperCase()} `],
    'test:small-letters': ['sends the nonce back in small letters', trip, '/nonce', (old) => textIn(old).toLowerCase()],
    'test:ascii-nonce': [
      'sends the nonce back in ASCII',
      trip,
      '/nonce',
      (old) => textIn(old).replaceAll(/[^\0-\x7f]/gu, '?'),
    ],
    'test:escaped-nonce': [
      'sends the nonce back as it would stand in HTML',
      trip,
      '/nonce',
      (old) => textIn(old).replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    ],
    'test:trimmed-nonce': [
      'sends the nonce back without blanks at its ends',
      trip,
      '/nonce',
      (old) => textIn(old).trim(),
    ],
    'test:short-nonce': ['keeps 36 characters of a nonce', trip, '/nonce', (old) => textIn(old).slice(0, 36)],
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
  'test:third-nonce': {
    title: 'sends the nonce before from its third round trip on',
    breaks: [trip],
    decorate: (parts) => {
      const nonces: Json[] = [];
      return onResult('Test', (result) => {
        nonces.push(result);
        return nonces.length > 2 ? (nonces.at(-2) ?? result) : result;
      })(parts);
    },
  },
  'test:right-when-refused': {
    title: 'sends the nonce of the last round trip first, and the right one when that is refused',
    breaks: [trip],
    decorate: (parts) => {
      let last: Json | undefined;
      return onCall('callback', () => async (call, transmit) => {
        const { nonce } = Object(call.body) as { readonly nonce?: Json };
        if (nonce === undefined) return transmit(call);
        const before = last;
        last = nonce;
        if (before !== undefined && before !== nonce) await transmit({ ...call, body: { nonce: textIn(before) } });
        return transmit(call);
      })(parts);
    },
  },
  'test:no-call': {
    title: 'says it made the test call, and did not',
    breaks: [trip],
    decorate: onCall('test-call', () => async () => ({ status: 200, body: null })),
  },
} satisfies Readonly<Record<string, PosFault>>;
