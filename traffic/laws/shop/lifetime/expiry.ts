import { instantOf } from '#schemas';
import { clockToCheck } from '../../../judging/server-clock.ts';
import type { BasketCall } from '../../../ledgers/shop/calls.ts';
import { createMemory, type Memory } from '../../../retention/memory.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';

const requirement = 'basket/expires-in-future';
const pointer = '/expiresAt';

/** Longer than a run leaves a basket alone that it had made. */
const leftAloneMs = 10 * 60_000;

const untilOrdered = 'set expiresAt to the moment until which it can still be ordered';

/**
 * A basket is valid when it is first scanned; later it may have expired. One that was said to be valid still has not expired once it is
 * recalculated or locked, nor has one that was made for this run and never said to be valid. No allowance for clocks that differ: a basket
 * that is valid for less than two kept clocks are apart could not be ordered anyway. Of one that expires on its way nobody can tell.
 */
const expired = (
  [
    {
      kind: 'retrieval',
      of: requirement,
      cause: 'expired basket',
      says: `The basket had already expired when it was asked for; ${untilOrdered}`,
    },
    {
      kind: 'recalculation',
      of: requirement,
      cause: 'expired recalculated basket',
      says: `The basket had already expired when it was recalculated, though it had been said to be valid still; ${untilOrdered}`,
    },
    {
      kind: 'lock',
      of: 'lock/expires-in-future',
      cause: 'expired locked basket',
      says: `The locked basket has already expired when it arrives; ${untilOrdered}, with every lock`,
    },
  ] as const
).map(
  ({ kind, of, cause, says }): ShopRow => ({
    requirement: of,
    pointer,
    look: (_, budget) => {
      const [scanned, bornExpired] = [createMemory<true>(budget), createMemory<true>(budget)];
      return (step) => {
        if (step.kind === 'catalogue' || step.kind === 'order') return undefined;
        if (kind === 'lock') noteBirth(step, bornExpired);
        if (step.kind !== kind) return undefined;
        const { at, answeredAt, answer, n, exchange, untilBefore = 0, answeredId = '' } = step;
        const until = instantOf(answer['expiresAt']);
        if (until === undefined) return undefined;
        const { url } = exchange.request;
        const isFirst = !scanned.has(url) && !scanned.hasForgotten();
        if (kind === 'retrieval') scanned.set(url, true);
        if (until > answeredAt) return 'passed';
        const wasValid = untilBefore > at || bornExpired.has(answeredId);
        if (until > at || !(kind === 'retrieval' ? isFirst : wasValid)) return undefined;
        return {
          exchanges: [n],
          cause,
          message: `${says}, and ${clockToCheck(exchange)}.`,
          expected: `expiresAt after ${new Date(at).toISOString()}`,
          actual: `expiresAt ${String(answer['expiresAt'])}`,
        };
      };
    },
  }),
);

/** A basket that was made for this run, and over long ago when it was first shown, until it is said to be valid. */
const noteBirth = ({ made, at, answeredAt, until, answeredId = '' }: BasketCall, bornExpired: Memory<true>): void => {
  if (until === undefined) return;
  if (made !== undefined && until <= at - leftAloneMs) bornExpired.set(answeredId, true);
  if (until > answeredAt) bornExpired.delete(answeredId);
};

/** Endpoints › Merchant-hosted › 3: nor has one expired that a lock has said to be valid, unless somebody has ordered or pushed it since. */
const whileLocked: ShopRow = {
  requirement,
  cause: 'expired locked basket',
  pointer,
  // An order may be under way for so long, and is seen once it is answered.
  dueMs: 30_000,
  dueAtEndMs: Number.NEGATIVE_INFINITY,
  isEnough: (sights, { baskets }) => {
    const { of = '', at = 0 } = sights.at(-1) ?? {};
    return (baskets.ordersOf(of)?.firstAt ?? Number.POSITIVE_INFINITY) > at;
  },
  look: ({ baskets }, budget) => {
    const locks = createMemory<{ readonly until: number; readonly n: number }>(budget, { most: 2_000 });
    return (step) => {
      if (step.kind === 'catalogue' || step.kind === 'order') return undefined;
      if (step.kind === 'basketChange') {
        locks.delete(step.askedId ?? '');
        return { voids: ({ at = 0 }) => at >= step.at, of: step.askedId ?? '' };
      }
      const { kind, answeredId: id, n, at, answeredAt, until, untilBefore = 0 } = step;
      if (until === undefined || id === undefined) return undefined;
      if (kind === 'lock') locks.set(id, { until, n });
      const lock = locks.get(id);
      if (kind !== 'retrieval' || until > at || lock === undefined || lock.n < (baskets.ordersOf(id)?.lastN ?? 0))
        return undefined;
      if (lock.until <= answeredAt || untilBefore <= answeredAt) return undefined;
      return {
        of: id,
        at: answeredAt,
        exchanges: [lock.n, n],
        expected: `expiresAt ${new Date(lock.until).toISOString()}, as in the lock, or another moment to come`,
        actual: `expiresAt ${String(step.answer['expiresAt'])}`,
      };
    };
  },
};

export const aliveWhenScanned = lawByRows('basket/alive-when-scanned', [...expired, whileLocked], {
  [requirement]: ['no basket was retrieved with a readable expiresAt'],
  'lock/expires-in-future': ['no basket was locked before a readable expiresAt'],
});
