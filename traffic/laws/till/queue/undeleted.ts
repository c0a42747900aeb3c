import type { TrafficOf } from '../../../till-traffic.ts';
import { acceptedOf, type Lifecycle, visibilityMs } from '../../../ledgers/till/messages.ts';

/** A handled message that comes late has little time left to be deleted in. */
const promptMs = 20_000;

export interface Undeleted {
  readonly lifecycle: Lifecycle;
  readonly callback: TrafficOf<'callback'>;
  /** When it is delivered again. */
  readonly dueAt: number;
}

/**
 * A message whose result was accepted in good time and that nobody tried to delete. What was answered before the till was
 * activated anew may have been about to be deleted with credentials that are gone.
 */
export const undeletedIn = (lifecycle: Lifecycle, activatedAt: number): Undeleted | undefined => {
  const callback = acceptedOf(lifecycle);
  const delivery = callback && lifecycle.deliveries.findLast(({ at }) => at <= callback.at);
  if (lifecycle.messageKind === 'Test' || callback === undefined || delivery === undefined) return undefined;
  if (callback.answeredAt <= activatedAt) return undefined;
  if (lifecycle.deletes.length > 0 || callback.answeredAt - delivery.at > promptMs) return undefined;
  // Whether a message that comes again is deleted is asked where it is made to come again.
  if (delivery !== lifecycle.deliveries[0]) return undefined;
  return { lifecycle, callback, dueAt: delivery.at + visibilityMs };
};
