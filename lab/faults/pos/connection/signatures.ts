import type { OutgoingCall } from '#mocks/pos/connection/signature';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { keyOnly } from '#mocks/pos/faults/calls';

export const signedAs =
  (change: (call: OutgoingCall) => Partial<OutgoingCall>): TillDecorator =>
  (parts) => ({
    sign: (call, ...rest) => parts.sign({ ...call, ...change(call) }, ...rest),
  });

/** Calls that prove nothing. */
export const signatureFaults = {
  'signature:pretty-body': {
    title: 'signs the body as its log prints it',
    breaks: ['auth/calls-are-signed'],
    decorate: signedAs(({ kind, body }) => (kind === 'event' ? { body: `${body}\n` } : {})),
  },
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
  'signature:method': {
    title: 'signs every call as a POST',
    breaks: ['auth/calls-are-signed'],
    decorate: signedAs(() => ({ method: 'POST' })),
  },
  'signature:base64': {
    title: 'sends every signature as Base64 in place of hex',
    breaks: ['auth/calls-are-signed'],
    decorate: (parts) => ({
      sign: (...call) => {
        const { 'X-Signature': hex = '', ...others } = parts.sign(...call);
        return { ...others, 'X-Signature': Buffer.from(hex, 'hex').toString('base64') };
      },
    }),
  },
  'signature:old-clock': {
    title: 'signs with a clock that is an hour slow',
    breaks: ['auth/calls-are-signed'],
    decorate: (parts) => ({
      sign: (call, credentials, now) => parts.sign(call, credentials, call.kind === 'health' ? now - 3_600_000 : now),
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
