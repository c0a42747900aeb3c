import type { OutgoingCall } from '../connection/signature.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

/** Only the key, and nothing that proves it: the platform still knows who calls. */
const keyOnly =
  (kind: string): TillDecorator =>
  (parts) => ({
    sign: (call, credentials, now) =>
      call.kind === kind ? { 'X-Api-Key': credentials.apiKey } : parts.sign(call, credentials, now),
  });

const signedAs =
  (change: (call: OutgoingCall) => Partial<OutgoingCall>): TillDecorator =>
  (parts) => ({
    sign: (call, ...rest) => parts.sign({ ...call, ...change(call) }, ...rest),
  });

/** Calls that prove nothing. */
export const signatureFaults = {
  'signature:health': {
    title: 'heartbeats are not signed',
    breaks: ['auth/calls-are-signed'],
    decorate: keyOnly('health'),
  },
  'signature:callback': {
    title: 'callbacks are not signed',
    breaks: ['auth/calls-are-signed'],
    decorate: keyOnly('callback'),
  },
  'signature:test-call': {
    title: 'the test call is not signed',
    breaks: ['auth/calls-are-signed'],
    decorate: keyOnly('test-call'),
  },
  'signature:event': { title: 'events are not signed', breaks: ['auth/calls-are-signed'], decorate: keyOnly('event') },
  'signature:tip': {
    title: 'calls about tip recipients are not signed',
    breaks: ['auth/calls-are-signed'],
    decorate: keyOnly('tip'),
  },
  'signature:decoded-path': {
    title: 'signs the decoded path, so that ids with special characters do not verify',
    breaks: ['auth/calls-are-signed'],
    // Only quartz has such ids in its paths.
    variants: ['quartz'],
    decorate: signedAs(({ url: { origin, pathname, search } }) => ({
      url: { origin, pathname: decodeURIComponent(pathname), search },
    })),
  },
  'signature:pretty-body': {
    title: 'signs the body as its log prints it',
    breaks: ['auth/calls-are-signed'],
    decorate: signedAs(({ kind, body }) => (kind === 'event' ? { body: `${body}\n` } : {})),
  },
  'signature:method': {
    title: 'signs every call as a POST',
    breaks: ['auth/calls-are-signed'],
    decorate: signedAs(() => ({ method: 'POST' })),
  },
  'signature:old-clock': {
    title: 'signs with a clock that is an hour slow',
    breaks: ['auth/calls-are-signed'],
    decorate: (parts) => ({
      sign: (call, credentials, now) => parts.sign(call, credentials, call.kind === 'health' ? now - 3_600_000 : now),
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
