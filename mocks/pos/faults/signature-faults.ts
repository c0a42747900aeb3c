import type { OutgoingCall } from '../signature.ts';
import type { PosFault } from './pos-fault.ts';

/** Only the key, and nothing that proves it: the platform still knows who calls. */
const keyOnly =
  (kind: string): PosFault['spoil'] =>
  (parts) => ({
    sign: (call, credentials, now) =>
      call.kind === kind ? { 'X-Api-Key': credentials.apiKey } : parts.sign(call, credentials, now),
  });

const signedAs =
  (change: (call: OutgoingCall) => Partial<OutgoingCall>): PosFault['spoil'] =>
  (parts) => ({
    sign: (call, ...rest) => parts.sign({ ...call, ...change(call) }, ...rest),
  });

/** Calls that prove nothing. */
export const signatureFaults = {
  'signature:health': {
    title: 'heartbeats are not signed',
    breaks: ['auth/calls-are-signed'],
    spoil: keyOnly('health'),
  },
  'signature:callback': {
    title: 'callbacks are not signed',
    breaks: ['auth/calls-are-signed'],
    spoil: keyOnly('callback'),
  },
  'signature:test-call': {
    title: 'the test call is not signed',
    breaks: ['auth/calls-are-signed'],
    spoil: keyOnly('test-call'),
  },
  'signature:event': {
    title: 'events are not signed',
    breaks: ['auth/calls-are-signed'],
    spoil: keyOnly('event'),
  },
  'signature:tip': {
    title: 'calls about tip recipients are not signed',
    breaks: ['auth/calls-are-signed'],
    spoil: keyOnly('tip'),
  },
  'signature:decoded-path': {
    title: 'signs the decoded path, so that ids with special characters do not verify',
    breaks: ['auth/calls-are-signed'],
    // Only quartz has such ids in its paths.
    variants: ['quartz'],
    spoil: signedAs(({ url: { origin, pathname, search } }) => ({
      url: { origin, pathname: decodeURIComponent(pathname), search },
    })),
  },
  'signature:pretty-body': {
    title: 'signs the body as its log prints it',
    breaks: ['auth/calls-are-signed'],
    spoil: signedAs(({ kind, body }) => (kind === 'event' ? { body: `${body}\n` } : {})),
  },
  'signature:method': {
    title: 'signs every call as a POST',
    breaks: ['auth/calls-are-signed'],
    spoil: signedAs(() => ({ method: 'POST' })),
  },
  'signature:old-clock': {
    title: 'signs with a clock that is an hour slow',
    breaks: ['auth/calls-are-signed'],
    spoil: (parts) => ({
      sign: (call, credentials, now) => parts.sign(call, credentials, call.kind === 'health' ? now - 3_600_000 : now),
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
