import type { CheckOutcome } from '#schemas';
import { failed, notExercised, passed } from '../../outcome.ts';
import type { ReadBasket } from './read-basket.ts';

/**
 * Whether a basket received at `now` is still valid then. No allowance for clocks that differ: a basket that is valid for
 * less than two kept clocks are apart could not be ordered anyway.
 */
export const expiresInFuture = (basket: ReadBasket, now: number, exchange: number, what: string): CheckOutcome => {
  if (basket.expiresAtMs === undefined) return notExercised('expiresAt names no unambiguous moment');
  if (basket.expiresAtMs > now) return passed;
  return failed({
    message: `The ${what} has already expired when it arrives; set expiresAt to the moment until which it can still be ordered, and check the time zone.`,
    expected: `expiresAt after ${new Date(now).toISOString()}`,
    actual: `expiresAt ${basket.expiresAt ?? ''}`,
    pointer: '/expiresAt',
    exchanges: [exchange],
    cause: `expired ${what}`,
  });
};
