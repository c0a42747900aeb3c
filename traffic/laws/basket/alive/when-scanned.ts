import { type Finding, instantOf } from '#schemas';
import { readAnswer } from '../../../judging/answer.ts';
import { clockToCheck } from '../../../judging/server-clock.ts';
import { broken, defineMerchantLaw, holds, untold } from '../../define.ts';
import { createDoubts } from './doubts.ts';
import { createMemory } from '../../../retention/memory.ts';
import { requestedBasket } from '../../../ledgers/shop/requested-basket.ts';

const id = 'basket/expires-in-future';

/**
 * A basket is valid when it is first scanned; later it may have expired. One that was said to be valid still has not expired
 * once it is recalculated, nor has one that a lock has said to be valid (Endpoints › Merchant-hosted › 3) once it is retrieved,
 * unless somebody has ordered it, or may be about to. No allowance for clocks that differ: a basket
 * that is valid for less than two kept clocks are apart could not be ordered anyway. Of one that expires on its way nobody
 * can tell.
 */
export const aliveWhenScanned = defineMerchantLaw({
  id: 'basket/alive-when-scanned',
  covers: [id],
  start: ({ budget }) => {
    const scanned = createMemory<true>(budget);
    /** Until when each basket was last said to be valid, in epoch milliseconds, by its id. */
    const told = createMemory<number>(budget);
    /** By its id, the lock of a basket that nobody has ordered or pushed since. */
    const locks = createMemory<Lock>(budget, { most: 2_000 });
    /** Those that may have been ordered meanwhile, by an order that is still under way. */
    const suspects = createDoubts<Suspect>();
    const settle = (now: number) => suspects.due(now).map(({ finding }) => broken(id, finding));
    return {
      see(exchange) {
        const { call, request, at, answeredAt, n } = exchange;
        if (call.name === 'order' || call.name === 'basketChange') {
          const over = requestedBasket(exchange);
          if (over !== undefined) locks.delete(over);
          suspects.explain((one) => one.basketId === over && one.answeredAt >= at);
          return settle(at);
        }
        if (call.name !== 'retrieval' && call.name !== 'recalculation' && call.name !== 'lock') return [];
        const read = readAnswer(exchange);
        const { id: basketId, expiresAt } = Object(read.kind === 'answered' ? read.body : undefined) as Answered;
        const end = instantOf(expiresAt);
        // Without an offset it names no moment.
        if (end === undefined) return [];
        const before = typeof basketId === 'string' ? told.get(basketId) : undefined;
        if (typeof basketId === 'string') told.set(basketId, end);
        if (call.name === 'lock') {
          if (typeof basketId === 'string') locks.set(basketId, { until: end, exchange: n });
          return [];
        }
        const isAgain = call.name === 'retrieval' && scanned.get(request.url) === true;
        if (call.name === 'retrieval') scanned.set(request.url, true);
        if (end > answeredAt) return [holds(id)];
        if (end > at) return [];
        const held = call.name === 'retrieval' && typeof basketId === 'string' ? locks.get(basketId) : undefined;
        if (held !== undefined && held.until > answeredAt && before !== undefined && before > answeredAt) {
          suspects.add({ basketId: String(basketId), answeredAt, finding: overSince(held, String(expiresAt), n) });
          return settle(at);
        }
        if (isAgain || scanned.hasForgotten()) return [];
        if (call.name === 'recalculation' && (before === undefined || before <= at)) return [];
        const askedAt = new Date(at).toISOString();
        return [
          broken(id, {
            message: `The basket had already expired when it was ${call.name === 'retrieval' ? 'asked for' : 'recalculated, though it had been said to be valid still'}; set expiresAt to the moment until which it can still be ordered, and ${clockToCheck(exchange)}.`,
            expected: `expiresAt after ${askedAt}`,
            actual: `expiresAt ${String(expiresAt)}`,
            pointer: '/expiresAt',
            exchanges: [n],
            cause: call.name === 'retrieval' ? 'expired basket' : 'expired recalculated basket',
          }),
        ];
      },
      end: () => [
        ...settle(Number.POSITIVE_INFINITY),
        untold(id, 'no basket was retrieved whose expiresAt names an unambiguous moment'),
      ],
    };
  },
});

interface Answered {
  readonly id?: unknown;
  readonly expiresAt?: unknown;
}

/** A basket that is over though its lock lasts. */
interface Suspect {
  readonly basketId: string;
  readonly answeredAt: number;
  readonly finding: Finding;
}

interface Lock {
  /** In epoch milliseconds. */
  readonly until: number;
  readonly exchange: number;
}

const overSince = ({ until, exchange }: Lock, expiresAt: string, n: number): Finding => ({
  message:
    'A basket that a lock had said to be valid still, and that nobody has ordered, had already expired when it was retrieved; show the expiresAt of the lock for as long as it lasts.',
  expected: `expiresAt ${new Date(until).toISOString()}, as in the lock, or another moment to come`,
  actual: `expiresAt ${expiresAt}`,
  pointer: '/expiresAt',
  exchanges: [exchange, n],
  cause: 'expired locked basket',
});
