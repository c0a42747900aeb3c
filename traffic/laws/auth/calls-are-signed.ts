import type { Judgement } from '#schemas';
import { broken, definePosLaw, holds, untold } from '../define.ts';
import type { TillTraffic } from '../../till-traffic.ts';
import { sinceActivation } from '../since-activation.ts';

const id = 'auth/calls-are-signed';

/** The calls of a till that have to be signed. */
type SignedCall = Extract<TillTraffic, { kind: 'health' | 'event' | 'callback' | 'test-call' | 'tip' }>;

/** Authentication: every call after activation carries a valid signature of the issued key. */
export const callsAreSigned = definePosLaw({
  id: 'auth/calls-are-signed',
  covers: [id],
  start: sinceActivation([id], ({ signatures }) => ({
    see(seen) {
      if (!('signed' in seen)) return [];
      // Whoever looked at them says what was wrong, also where nobody else can.
      if (!seen.signed) return unsigned(seen);
      return signatures ? [holds(id)] : [];
    },
    end: () => [
      signatures
        ? untold(id, 'the till made no call to be signed')
        : untold(id, 'signatures are not looked at', 'platform.signature.mode'),
    ],
  })),
});

/** What is wrong with a call that had to be signed, whoever made it. */
export const unsigned = (seen: TillTraffic): readonly Judgement[] => {
  if (!('signed' in seen) || seen.signed) return [];
  const kind = nameOf(seen);
  const problem = seen.problem ?? 'no signature';
  return [
    broken(id, {
      message: `A call (${kind}) was not signed with the issued credentials; sign every call after activation, as platform.signature says.`,
      expected: 'a valid signature made with the apiKey and secret of the activation response',
      actual: problem,
      exchanges: [seen.exchange],
      cause: `${kind}: ${problem}`,
    }),
  ];
};

const nameOf = (call: SignedCall): string => (call.kind === 'tip' ? `tip recipient ${call.action}` : call.kind);
