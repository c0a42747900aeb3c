import type { CheckOutcome } from '#schemas';
import { failed, notExercised, passed, warned } from './outcome.ts';
import type { ReadBasket } from './reading.ts';

/** Two clocks that are kept right may still be this far apart. */
const skewMs = 5_000;

/** Whether a basket received at `now` is still valid then. */
export const expiresInFuture = (basket: ReadBasket, now: number, exchange: number, what: string): CheckOutcome => {
  if (basket.expiresAtMs === undefined) return notExercised('expiresAt names no unambiguous moment');
  if (basket.expiresAtMs > now) return passed;
  const finding = {
    message: `The ${what} has already expired when it arrives; set expiresAt to the moment until which it can still be ordered, and check the time zone.`,
    expected: `expiresAt after ${new Date(now).toISOString()}`,
    actual: `expiresAt ${basket.expiresAt ?? ''}`,
    pointer: '/expiresAt',
    exchanges: [exchange],
    cause: `expired ${what}`,
  };
  return basket.expiresAtMs <= now - skewMs ? failed(finding) : warned(finding);
};
