import type { Finding, Judgement } from '#schemas';
import { failed, definePosLaw, passed, notExercised } from '../../define.ts';
import { createMemory } from '../../../retention/memory.ts';
import { sinceActivation } from '../../since-activation.ts';
import { acceptedOf, type Lifecycle, isDeleted, visibilityMs } from '../../../ledgers/till/messages.ts';
import { createOverdue } from './overdue.ts';
import { type Undeleted, undeletedIn } from './undeleted.ts';

const id = 'queue/handled-message-deleted';

/** A message that is due is delivered with the next poll. */
const momentMs = 3_000;

/** States and transitions › Queue message handling: deleted before it would be delivered again. */
export const handledIsDeleted = definePosLaw({
  id: 'queue/handled-is-deleted',
  covers: [id],
  start: sinceActivation([id], ({ lifecycles, budget, till: { habits } }) => {
    /** Handled, and not yet deleted: until then they may be. */
    const open = new Set<string>();
    const left = createMemory<true>(budget);
    const overdue = createOverdue(lifecycles);
    const charge = (isLate: (undeleted: Undeleted) => boolean): readonly Judgement[] =>
      habits.mayHaveDeleted()
        ? []
        : [...open].flatMap((messageId) => {
            // Of what was forgotten nobody saw whether it was deleted since.
            const lifecycle = lifecycles.get(messageId);
            const undeleted = lifecycle && undeletedIn(lifecycle, habits.activatedAt());
            if (undeleted !== undefined && !isLate(undeleted)) return [];
            open.delete(messageId);
            return undeleted === undefined ? [] : [failed(id, findingOf(undeleted))];
          });
    return {
      see(seen) {
        const { about } = habits.see(seen);
        const isCertain = seen.kind === 'receive' && !habits.mayHaveDeleted();
        const late = isCertain ? overdue.delivered(about, seen, habits.activatedAt()) : undefined;
        if (late !== undefined) return [failed(id, findingOf(late))];
        return about.flatMap((lifecycle) => {
          if (seen.kind === 'receive' && isLeft(lifecycle) && !left.has(lifecycle.messageId)) {
            left.set(lifecycle.messageId, true);
            return habits.mayHaveDeleted() ? [] : [failed(id, leftFinding(lifecycle))];
          }
          if (undeletedIn(lifecycle, habits.activatedAt()) === undefined) open.delete(lifecycle.messageId);
          else open.add(lifecycle.messageId);
          const isHandled = lifecycle.messageKind !== 'Test' && acceptedOf(lifecycle) !== undefined;
          return seen.kind !== 'receive' && isHandled && isDeleted(lifecycle) ? [passed(id)] : [];
        });
      },
      // A till that was started anew in between deletes it when it comes again.
      at: (now) =>
        charge(({ lifecycle: { deliveries }, dueAt }) => {
          const last = deliveries.at(-1);
          if (deliveries.length > 2 && now >= dueAt + visibilityMs) return true;
          return deliveries.length > 1 && last !== undefined && now >= last.at + visibilityMs;
        }),
      end: (now) => [...charge(({ dueAt }) => now >= dueAt), notExercised(id, 'the till sent no result')],
    };
  }),
});

const findingOf = ({ lifecycle, callback }: Undeleted): Finding => ({
  message:
    'The till did not delete a message whose result the platform had accepted, so that it is delivered again and again; delete it after the 204.',
  expected: `DeleteMessage of ${lifecycle.messageId} within ${visibilityMs / 1000} s of its delivery`,
  actual: `no deletion; delivered ${lifecycle.deliveries.length} times`,
  exchanges: [...lastOf(lifecycle), callback.exchange],
  cause: `${lifecycle.messageKind} not deleted`,
});

/**
 * What has no result is handled by the second time it comes, when the first time failed; to keep it still is to keep it for
 * good. Whoever answers it all the same waits for that to be taken, which `payment/failed-has-no-result` is about.
 */
const isLeft = ({ messageKind, deliveries, callbacks, deletes }: Lifecycle): boolean => {
  const [first, , third] = deliveries;
  if (messageKind !== 'BillPaymentFailed' || callbacks.length > 0 || first === undefined || third === undefined)
    return false;
  return deletes.length === 0 && third.at - first.at >= 2 * (visibilityMs - momentMs);
};

/** When the next delivery of a message without a result tells that it is kept. */
export const keptUntil = ({ messageKind, deliveries, deletes }: Lifecycle): number | undefined => {
  const [first] = deliveries;
  if (messageKind !== 'BillPaymentFailed' || first === undefined || deletes.length > 0) return undefined;
  return first.at + 2 * (visibilityMs + momentMs);
};

const leftFinding = (lifecycle: Lifecycle): Finding => {
  const { messageId, messageKind, deliveries } = lifecycle;
  return {
    message: `The till does not delete ${messageKind}, so that it is delivered again and again; there is no result to send, but the message is to be deleted once it is handled.`,
    expected: `DeleteMessage of ${messageId} within ${visibilityMs / 1000} s of its delivery`,
    actual: `no deletion; delivered ${deliveries.length} times`,
    exchanges: lastOf(lifecycle),
    cause: `${messageKind} not deleted`,
  };
};

const lastOf = ({ deliveries }: Lifecycle): readonly number[] => deliveries.slice(-1).map(({ exchange }) => exchange);
