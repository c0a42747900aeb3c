import type { Finding, Judgement } from '#schemas';
import type { TrafficOf } from '../../../till-traffic.ts';
import { failed, definePosLaw } from '../../define.ts';
import { sinceActivation } from '../../since-activation.ts';
import { acceptedOf, answerPatienceMs, type Lifecycle, momentOf } from '../../../ledgers/till/messages.ts';
import { waitedFor } from '../../../ledgers/till/habits.ts';

const id = 'queue/result-not-lost';

/** A till that loses results loses those of a kind, and no more kinds than this are ever sent. */
const mostKinds = 20;

/**
 * Endpoints › Queue delivery › 4: deleted based on the callback response, which an error is not, nor none at all. That a
 * result never comes again is only told by asking for it; that it cannot is told by the deletion.
 */
export const resultKept = definePosLaw({
  id: 'queue/result-kept',
  covers: [id],
  start: sinceActivation([], ({ lifecycles, till: { habits } }) => {
    /** By kind: the first message that seems to be lost, and when it is certain. */
    const suspected = new Map<string, { readonly messageId: string; readonly certainAt: number }>();
    const charged = new Set<string>();
    const charge = (now: number): readonly Judgement[] =>
      [...suspected].flatMap(([kind, { messageId, certainAt }]) => {
        const lifecycle = lifecycles.get(messageId);
        const triedAt = lifecycle?.callbacks.at(-1)?.answeredAt ?? 0;
        // A till may keep a result and send it later, and go on trying; it is given as long each time as for any answer.
        if (now < Math.max(certainAt, triedAt + answerPatienceMs)) return [];
        suspected.delete(kind);
        const finding = lifecycle && !habits.deletesEarly() ? lost(lifecycle) : undefined;
        if (finding === undefined) return [];
        charged.add(kind);
        return [failed(id, finding)];
      });
    return {
      see(seen) {
        for (const lifecycle of habits.see(seen).about) {
          const { messageId, messageKind } = lifecycle;
          const isNew = !suspected.has(messageKind) && !charged.has(messageKind);
          if (seen.kind === 'delete' && isNew && suspected.size + charged.size < mostKinds && lost(lifecycle))
            suspected.set(messageKind, { messageId, certainAt: seen.at + answerPatienceMs });
        }
        return charge(momentOf(seen));
      },
      at: charge,
      end: charge,
    };
  }),
});

/** Deleted once a callback had failed, and nobody ever took a result. What was refused for good is the till's to leave. */
const lost = (lifecycle: Lifecycle): Finding | undefined => {
  const { messageId, messageKind, callbacks } = lifecycle;
  const deletion = lifecycle.deletes.find(({ outcome }) => outcome === 'deleted');
  if (messageKind === 'Test' || deletion === undefined || acceptedOf(lifecycle) !== undefined) return undefined;
  if (callbacks.some(isForGood) || !callbacks.some((callback) => waitedFor(callback, deletion))) return undefined;
  return {
    message:
      'A result that the platform did not take is lost: the till deleted the message without it. Send the result again, or leave the message to be delivered again.',
    expected: `a result of ${messageKind} that is answered 204 before ${messageId} is deleted`,
    actual: `${callbacks.length} callbacks, answered ${callbacks.map(({ status }) => status ?? 'not at all').join(', ')}, and the deletion`,
    exchanges: [...callbacks.slice(0, 3).map(({ exchange }) => exchange), deletion.exchange],
    cause: `${messageKind} deleted without a result`,
  };
};

const isForGood = ({ status = 0 }: TrafficOf<'callback'>): boolean => status >= 400 && status < 500;
