import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw, holds, untold } from '../define.ts';
import { acceptedOf, isDeleted } from '../../ledgers/till/messages.ts';
import { excerpt } from '../excerpt.ts';
import { sinceActivation } from '../since-activation.ts';

const id = 'queue/test-round-trip';

/** Endpoints › Platform-hosted: the Test callback is answered 400 if the nonce does not match. Queue delivery › 5 */
export const copiedNonce = definePosLaw({
  id: 'callbacks/copied-nonce',
  covers: [id],
  start: sinceActivation([id], ({ handlings }) => ({
    see(seen) {
      const about = handlings.add(seen);
      if (seen.kind === 'callback')
        return isRefused(seen) ? [refused(seen, handlings.get(seen.messageId)?.deliveries.at(-1)?.nonce)] : [];
      const isDone = about.some(
        (handling) => handling.messageKind === 'Test' && acceptedOf(handling) !== undefined && isDeleted(handling),
      );
      return seen.kind === 'delete' && isDone ? [holds(id)] : [];
    },
    end: () => [untold(id, 'no Test message was answered and deleted', 'triggers.testRoundTrip')],
  })),
});

const isRefused = ({ messageKind, signed, status, injected }: TrafficOf<'callback'>): boolean =>
  messageKind === 'Test' && signed && status === 400 && injected !== true;

const refused = ({ messageId, body, exchange }: TrafficOf<'callback'>, nonce: string | undefined) =>
  broken(id, {
    message:
      'The callback of a Test message was refused; copy the nonce from the payload of that very message, the first time as well, and every character of it as it is.',
    expected: `POST …/async/Test/${messageId} with the nonce${nonce === undefined ? '' : ` ${excerpt(nonce)}`}, answered 204`,
    actual: `answered 400 to ${excerpt(body)}`,
    exchanges: [exchange],
    cause: 'nonce',
  });
