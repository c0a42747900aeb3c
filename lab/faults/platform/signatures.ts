import { calls } from '#schemas';
import { jsonAnswer } from '#mocks/platform/calls/answer';
import { toScheme } from '#mocks/platform/signatures/settings';
import type { PlatformFault } from '#mocks/platform/faults/platform-fault';
import { afterwards } from '#mocks/platform/faults/decorators';

const tipsPath = calls.listTipRecipients.path;
const signature = ['platform/signature-enforced'] as const;

/** Who may call. */
export const signatureFaults = {
  'signature:stale-accepted': {
    title: 'an old signature is accepted',
    breaks: signature,
    options: (options) => ({ ...options, timing: { ...options.timing, clockSkewMs: 24 * 3_600_000 } }),
  },
  'signature:key-is-enough': {
    title: 'a signature that does not match is accepted for a known key',
    breaks: signature,
    options: (options) => {
      const sound = toScheme(options.signature?.scheme);
      const scheme = {
        ...sound,
        verify: async (...call: Parameters<typeof sound.verify>) => {
          const verified = await sound.verify(...call);
          return verified.ok || verified.problem !== 'mismatch' || verified.apiKey === undefined
            ? verified
            : ({ ok: true, apiKey: verified.apiKey } as const);
        },
      };
      return { ...options, signature: { ...options.signature, scheme: { scheme } } };
    },
  },
  'signature:reads-open': {
    title: 'reading needs no signature',
    breaks: signature,
    front: afterwards(tipsPath, ({ call: { request }, answer }) =>
      request.method === 'GET' && answer.status === 401 ? jsonAnswer({ tipRecipients: [] }) : undefined,
    ),
  },
} satisfies Readonly<Record<string, PlatformFault>>;
