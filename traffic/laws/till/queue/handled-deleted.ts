import type { Sight } from '../../../evidence/row.ts';
import { acceptedOf, isAccepted, isDeleted, type Lifecycle, visibilityMs } from '../../../ledgers/till/messages.ts';
import type { TrafficOf } from '../../../till-traffic.ts';
import type { LawContext } from '../../law.ts';
import { byMessage, type CallRow } from '../law-of-rows.ts';

/** A handled message that comes late has little time left to be deleted in. */
const promptMs = 20_000;
/** A message that is due is delivered with the next poll. */
const momentMs = 3_000;
/** What was made visible sooner says nothing. */
const soonerMs = 1_000;

interface Undeleted {
  readonly lifecycle: Lifecycle;
  readonly callback: TrafficOf<'callback'>;
  /** When it is delivered again. */
  readonly dueAt: number;
}

/**
 * A message that has its result, accepted in good time, and that nobody tried to delete. What was answered before
 * the till was activated anew may have been about to be deleted with credentials that are gone.
 */
export const undeletedIn = (lifecycle: Lifecycle, activatedAt: number): Undeleted | undefined => {
  const callback = acceptedOf(lifecycle);
  if (lifecycle.messageKind === 'Test' || callback === undefined || lifecycle.deletes.length > 0) return undefined;
  const delivery = lifecycle.deliveries.findLast(({ at }) => at <= callback.at);
  if (callback.answeredAt <= activatedAt) return undefined;
  // Whether a message that comes again is deleted is asked where it is made to come again.
  if (delivery === undefined || delivery !== lifecycle.deliveries[0]) return undefined;
  if (callback.answeredAt - delivery.at > promptMs) return undefined;
  return { lifecycle, callback, dueAt: delivery.at + visibilityMs };
};

/** When the next delivery of a message without a result tells that it is kept. */
export const keptUntil = ({ messageKind, deliveries, deletes }: Lifecycle): number | undefined => {
  const [first] = deliveries;
  if (messageKind !== 'BillPaymentFailed' || first === undefined || deletes.length > 0) return undefined;
  return first.at + 2 * (visibilityMs + momentMs);
};

const notDeleted = {
  requirement: 'queue/handled-message-deleted',
  message:
    'The till did not delete a message although the platform had accepted its result, so it is delivered again and again; delete it after the 204.',
  isEnough: (_: readonly Sight[], { till: { habits } }: LawContext) => !habits.mayHaveDeleted(),
} as const;

/** States and transitions › Queue message handling: deleted before it would be delivered again. */
export const handledDeleted: readonly CallRow[] = [
  {
    ...notDeleted,
    dueMs: 0,
    look: ({ till: { habits } }) => {
      const look = byMessage((lifecycle, seen) => {
        const isHandled = lifecycle.messageKind !== 'Test' && acceptedOf(lifecycle) !== undefined;
        if (isHandled && isDeleted(lifecycle)) return seen.kind === 'receive' ? undefined : 'passed';
        return undeletedSight(lifecycle, habits.activatedAt());
      });
      return (step) => (step.seen.kind === 'activation' && step.seen.success ? { voids: () => true } : look(step));
    },
  },
  {
    ...notDeleted,
    // Once a till may have been started anew, or its call have been lost. One that stood still deleted nothing in between.
    sights: 2,
    isEnough(sights, context) {
      const times = sights.map(({ at = 0 }) => at);
      const [from, to] = [Math.min(...times), Math.max(...times)];
      const isBetween = (at: number): boolean => at > from && at < to;
      const all = [...context.lifecycles.all()].flatMap(({ deletes }) => deletes);
      return (
        notDeleted.isEnough(sights, context) && all.some(({ outcome, at }) => outcome === 'deleted' && isBetween(at))
      );
    },
    look: ({ till: { habits } }) => {
      let [polledAt, formerAt] = [0, 0];
      return ({ seen, about }) => {
        if (seen.kind !== 'receive') return undefined;
        [formerAt, polledAt] = [polledAt, seen.at];
        return about.flatMap((lifecycle): readonly Sight[] => {
          const sight = undeletedSight(lifecycle, habits.activatedAt());
          const [first, second, third] = lifecycle.deliveries;
          if (sight === undefined || first === undefined || second === undefined || third !== undefined) return [];
          const { answeredAt = 0 } = acceptedOf(lifecycle) ?? {};
          // Who has not polled since is still at work on what came with it.
          const isPast = formerAt > answeredAt && second.at - first.at >= visibilityMs - soonerMs;
          return isPast ? [{ ...sight, unlike: first.n, at: answeredAt }] : [];
        });
      };
    },
  },
  {
    ...notDeleted,
    // However slow it is, and whatever had been started anew.
    look:
      ({ till: { habits } }) =>
      ({ seen, about }) =>
        seen.kind === 'receive'
          ? about
              .filter((lifecycle) => answersOfDeliveries(lifecycle, habits.activatedAt()) >= answersEnough)
              .map((lifecycle) => sightOf(lifecycle))
          : undefined,
  },
  {
    ...notDeleted,
    message:
      'The till does not delete BillPaymentFailed, so it is delivered again and again; send no result, but delete the message once it is handled.',
    look:
      () =>
      ({ seen, about }) =>
        seen.kind === 'receive' ? about.filter(isKept).map((lifecycle) => sightOf(lifecycle)) : undefined,
  },
];

/** Answered so often, each time as it was delivered again, and never deleted: nothing that happens once explains it. */
const answersEnough = 3;

/** Of how many deliveries the result was accepted before the next came, where none was ever deleted. */
const answersOfDeliveries = ({ deliveries, callbacks, deletes }: Lifecycle, activatedAt: number): number =>
  deletes.length > 0
    ? 0
    : deliveries.slice(0, -1).filter(({ at }, index) => {
        const next = deliveries[index + 1]?.at ?? 0;
        return callbacks.some(
          (one) => isAccepted(one) && one.at >= Math.max(at, activatedAt) && one.answeredAt <= next,
        );
      }).length;

const sightOf = ({ messageId, messageKind, deliveries }: Lifecycle): Sight => ({
  unlike: messageId,
  exchanges: deliveries.slice(-1).map(({ exchange }) => exchange),
  expected: `DeleteMessage of ${messageId} within ${visibilityMs / 1000} s of its delivery`,
  actual: `no deletion; delivered ${deliveries.length} times`,
  cause: `${messageKind} not deleted`,
});

/** A till that was started anew in between deletes it when it comes again. */
const undeletedSight = (lifecycle: Lifecycle, activatedAt: number): Sight | undefined => {
  const { callback, dueAt } = undeletedIn(lifecycle, activatedAt) ?? {};
  if (callback === undefined || dueAt === undefined) return undefined;
  const sight = sightOf(lifecycle);
  const [, second, third] = lifecycle.deliveries;
  const at = third === undefined ? (second?.at ?? Number.POSITIVE_INFINITY) : dueAt;
  return { ...sight, at: at + visibilityMs, atEnd: dueAt, exchanges: [...sight.exchanges, callback.exchange] };
};

/**
 * What has no result is handled by the second time it comes, when the first time failed; to keep it still is to keep it for
 * good. Whoever answers it all the same waits for that to be taken, which `payment/failed-has-no-result` is about.
 */
const isKept = ({ messageKind, deliveries, callbacks, deletes }: Lifecycle): boolean => {
  const [first, , third, ...later] = deliveries;
  if (first === undefined || third === undefined || later.length > 0 || callbacks.length + deletes.length > 0)
    return false;
  return messageKind === 'BillPaymentFailed' && third.at - first.at >= 2 * (visibilityMs - momentMs);
};
