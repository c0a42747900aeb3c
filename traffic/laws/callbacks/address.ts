import { endpointOf, type Finding } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw, holds, untold } from '../define.ts';
import { sinceActivation } from '../since-activation.ts';

const id = 'queue/callback-address';

/** Endpoints › Platform-hosted: a result goes to the kind and the id of a message that was delivered. */
export const callbackAddress = definePosLaw({
  id: 'callbacks/address',
  covers: [id],
  start: sinceActivation([id], ({ handlings }) => {
    /** Where the queue was not watched, or not all of it, a message may have come that nobody knows. */
    let isWatched = false;
    let hasMissed = false;
    return {
      see(seen) {
        handlings.add(seen);
        isWatched ||= seen.kind === 'receive';
        hasMissed ||= seen.kind === 'receive' && seen.partial === true;
        if (seen.kind === 'unknown-path') return seen.path.includes('/async/') ? [broken(id, elsewhere(seen))] : [];
        if (seen.kind !== 'callback') return [];
        const message = handlings.get(seen.messageId);
        if (message?.messageKind === seen.messageKind) return [holds(id)];
        if (message === undefined && (!isWatched || hasMissed || handlings.hasForgotten())) return [];
        return [broken(id, stray(seen, message?.messageKind))];
      },
      end: () => [untold(id, 'the till sent no result')],
    };
  }),
});

const stray = ({ messageId, messageKind, exchange }: TrafficOf<'callback'>, kind: string | undefined): Finding => ({
  message:
    kind === undefined
      ? 'The till sent a result about a message it never got; the last part of the path is the messageId of the envelope.'
      : 'The till sent a result under another kind; the path names the kind of the message that is answered.',
  expected: kind === undefined ? 'the messageId of a delivered message' : `…/async/${kind}/${messageId}`,
  actual: `…/async/${messageKind}/${messageId}`,
  exchanges: [exchange],
  cause: kind === undefined ? 'unknown message' : `another kind for ${kind}`,
});

const elsewhere = ({ method, path, exchange }: TrafficOf<'unknown-path'>): Finding => ({
  message: 'A call looks like a result but goes to no callback address.',
  expected: endpointOf('callback'),
  actual: `${method} ${path}`,
  exchanges: [exchange],
  cause: 'callback path',
});
