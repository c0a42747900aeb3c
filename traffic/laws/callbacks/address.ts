import { endpointOf, type Finding } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw, holds, untold } from '../define.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
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
    /** By kind, the last result more than the message it went to was delivered. */
    const surplus = new Map<string, TrafficOf<'callback'>>();
    const misled = (handling: Handling): Finding | undefined => {
      const { messageKind, callbacks, deliveries } = handling;
      const other = surplus.get(messageKind);
      const isIts = other !== undefined && other.at >= (deliveries.at(-1)?.at ?? Number.POSITIVE_INFINITY);
      return callbacks.length === 0 && isIts ? toAnother(handling, other) : undefined;
    };
    return {
      see(seen) {
        const about = handlings.add(seen);
        if (seen.kind === 'delete' && seen.outcome === 'deleted')
          return about.flatMap((handling) => {
            const finding = misled(handling);
            return finding === undefined ? [] : [broken(id, finding)];
          });
        isWatched ||= seen.kind === 'receive';
        hasMissed ||= seen.kind === 'receive' && seen.partial === true;
        if (seen.kind === 'unknown-path') return isElsewhere(seen) ? [broken(id, elsewhere(seen))] : [];
        if (seen.kind !== 'callback') return [];
        const message = handlings.get(seen.messageId);
        if (message && isSurplus(message)) surplus.set(message.messageKind, { ...seen, body: undefined });
        if (message?.messageKind === seen.messageKind) return [holds(id)];
        if (message === undefined && (!isWatched || hasMissed || handlings.hasForgotten())) return [];
        return [broken(id, stray(seen, message?.messageKind))];
      },
      end: () => [untold(id, 'the till sent no result')],
    };
  }),
});

/** It looks like a result and goes to no callback address. */
export const isElsewhere = ({ path }: TrafficOf<'unknown-path'>): boolean => path.includes('/async/');

/** More results than deliveries: one that may not have arrived is sent again, by whatever right. */
export const isSurplus = ({ callbacks, deliveries }: Handling): boolean =>
  callbacks.every(isAccepted) && callbacks.length > deliveries.length;

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

/** Resources › Queue message envelope: messageId correlates the callback. */
const toAnother = ({ messageId, messageKind }: Handling, other: TrafficOf<'callback'>): Finding => ({
  message:
    'The till deleted a message without a result, and sent one to the callback of another message that needed none; the last part of the path is the messageId of the very message that is answered.',
  expected: `…/async/${messageKind}/${messageId}`,
  actual: `…/async/${messageKind}/${other.messageId}, once more`,
  exchanges: [other.exchange],
  cause: `to another message of ${messageKind}`,
});

const elsewhere = ({ method, path, exchange }: TrafficOf<'unknown-path'>): Finding => ({
  message: 'A call looks like a result but goes to no callback address.',
  expected: endpointOf('callback'),
  actual: `${method} ${path}`,
  exchanges: [exchange],
  cause: 'callback path',
});
