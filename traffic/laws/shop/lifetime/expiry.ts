import { instantOf } from '#schemas';
import { clockToCheck } from '../../../judging/server-clock.ts';
import { createMemory } from '../../../retention/memory.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';

const requirement = 'basket/expires-in-future';
const pointer = '/expiresAt';

/**
 * A basket is valid when it is first scanned; later it may have expired. One that was said to be valid still has not expired once it is
 * recalculated. No allowance for clocks that differ: a basket that is valid for less than two kept clocks are apart could not be ordered
 * anyway. Of one that expires on its way nobody can tell.
 */
const whenScanned: ShopRow = {
  requirement,
  cause: 'expired basket',
  message: 'The basket had already expired; set expiresAt to the moment until which it can still be ordered.',
  pointer,
  look: (_, budget) => {
    const scanned = createMemory<true>(budget);
    return (step) => {
      if (step.kind !== 'retrieval' && step.kind !== 'recalculation') return undefined;
      const { kind, exchange, n, at, answeredAt, answer, untilBefore = 0 } = step;
      const until = instantOf(answer['expiresAt']);
      if (until === undefined) return undefined;
      const isAgain = scanned.has(exchange.request.url);
      if (kind === 'retrieval') scanned.set(exchange.request.url, true);
      if (until > answeredAt) return 'passed';
      if (until > at || scanned.hasForgotten() || (kind === 'retrieval' ? isAgain : untilBefore <= at))
        return undefined;
      return {
        unlike: n,
        exchanges: [n],
        message: `The basket had already expired when it was ${kind === 'retrieval' ? 'asked for' : 'recalculated, though it had been said to be valid still'}; set expiresAt to the moment until which it can still be ordered, and ${clockToCheck(exchange)}.`,
        expected: `expiresAt after ${new Date(at).toISOString()}`,
        actual: `expiresAt ${String(answer['expiresAt'])}`,
        cause: kind === 'retrieval' ? 'expired basket' : 'expired recalculated basket',
      };
    };
  },
};

/** Endpoints › Merchant-hosted › 3: nor has one expired that a lock has said to be valid, unless somebody has ordered or pushed it since. */
const whileLocked: ShopRow = {
  requirement,
  cause: 'expired locked basket',
  message:
    'A basket that a lock had said to be valid still, and that nobody has ordered, had already expired when it was retrieved; show the expiresAt of the lock for as long as it lasts.',
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
        unlike: n,
        of: id,
        at: answeredAt,
        exchanges: [lock.n, n],
        expected: `expiresAt ${new Date(lock.until).toISOString()}, as in the lock, or another moment to come`,
        actual: `expiresAt ${String(step.answer['expiresAt'])}`,
      };
    };
  },
};

export const aliveWhenScanned = lawByRows('basket/alive-when-scanned', [whenScanned, whileLocked], {
  [requirement]: ['no basket was retrieved whose expiresAt names an unambiguous moment'],
});
