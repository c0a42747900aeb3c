import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw, holds, untold } from '../define.ts';
import { sinceActivation } from '../since-activation.ts';
import { acceptedOf, createHandlings, type Handling, isDeleted, visibilityMs } from './handlings.ts';

const id = 'queue/handled-message-deleted';

/** A handled message that comes late has little time left to be deleted in. */
const promptMs = 20_000;

/** States and transitions › Queue message handling: deleted before it would be delivered again. */
export const handledIsDeleted = definePosLaw({
  id: 'queue/handled-is-deleted',
  covers: [id],
  start: sinceActivation([id], () => {
    const handlings = createHandlings();
    /** Handled, and not yet deleted: until then they may be. */
    const open = new Map<string, Undeleted>();
    // Whoever deletes with handles of no delivery tried to delete, and is told so.
    let deletesInvalid = false;
    return {
      see(seen) {
        deletesInvalid ||= seen.kind === 'delete' && seen.outcome === 'invalid';
        return handlings.add(seen).flatMap((handling) => {
          const undeleted = undeletedIn(handling);
          if (undeleted === undefined) open.delete(handling.messageId);
          else open.set(handling.messageId, undeleted);
          const isHandled = handling.messageKind !== 'Test' && acceptedOf(handling) !== undefined;
          return seen.kind !== 'receive' && isHandled && isDeleted(handling) ? [holds(id)] : [];
        });
      },
      at(now) {
        if (deletesInvalid) return [];
        const late = [...open.values()].filter(({ dueAt }) => now >= dueAt);
        for (const { handling } of late) open.delete(handling.messageId);
        return late.map(({ handling, callback }) =>
          broken(id, {
            message:
              'The till did not delete a message whose result the platform had accepted, so that it is delivered again and again; delete it after the 204.',
            expected: `DeleteMessage of ${handling.messageId} within ${visibilityMs / 1000} s of its delivery`,
            actual: `no deletion; delivered ${handling.deliveries.length} times`,
            exchanges: [callback.exchange],
            cause: `${handling.messageKind} not deleted`,
          }),
        );
      },
      end: () => [untold(id, 'the till sent no result')],
    };
  }),
});

export interface Undeleted {
  readonly handling: Handling;
  readonly callback: TrafficOf<'callback'>;
  /** When it is delivered again. */
  readonly dueAt: number;
}

/** A message whose result was accepted in good time and that nobody tried to delete. */
export const undeletedIn = (handling: Handling): Undeleted | undefined => {
  const callback = acceptedOf(handling);
  const delivery = callback && handling.deliveries.findLast(({ at }) => at <= callback.at);
  if (handling.messageKind === 'Test' || callback === undefined || delivery === undefined) return undefined;
  if (handling.deletes.length > 0 || callback.answeredAt - delivery.at > promptMs) return undefined;
  // Whether a message that comes again is deleted is asked where it is made to come again.
  if (delivery !== handling.deliveries[0]) return undefined;
  return { handling, callback, dueAt: delivery.at + visibilityMs };
};
