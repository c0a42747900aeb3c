import { parseTimestamp } from '#schemas';
import { readAnswer } from '../../judging/answer.ts';
import { broken, defineMerchantLaw, holds, untold } from '../define.ts';
import { createMemory } from '../memory.ts';

const id = 'basket/expires-in-future';

/**
 * A basket is valid when it is first scanned; later it may have expired. One that was said to be valid still has not expired
 * once it is recalculated. No allowance for clocks that differ: a basket
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
    return {
      see(exchange) {
        const { call, request, at, answeredAt, n } = exchange;
        if (call.name !== 'retrieval' && call.name !== 'recalculation' && call.name !== 'lock') return [];
        const read = readAnswer(exchange);
        const { id: basketId, expiresAt } = Object(read.kind === 'answered' ? read.body : undefined) as Answered;
        const end = typeof expiresAt === 'string' ? parseTimestamp(expiresAt) : undefined;
        // Without an offset it names no moment.
        if (end?.hasOffset !== true) return [];
        const before = typeof basketId === 'string' ? told.get(basketId) : undefined;
        if (typeof basketId === 'string') told.set(basketId, end.epochMs);
        if (call.name === 'lock') return [];
        const isAgain = call.name === 'retrieval' && scanned.get(request.url) === true;
        if (call.name === 'retrieval') scanned.set(request.url, true);
        if (end.epochMs > answeredAt) return [holds(id)];
        if (end.epochMs > at || isAgain || scanned.hasForgotten()) return [];
        if (call.name === 'recalculation' && (before === undefined || before <= at)) return [];
        const askedAt = new Date(at).toISOString();
        return [
          broken(id, {
            message: `The basket had already expired when it was ${call.name === 'retrieval' ? 'asked for' : 'recalculated, though it had been said to be valid still'}; set expiresAt to the moment until which it can still be ordered, and check the time zone.`,
            expected: `expiresAt after ${askedAt}`,
            actual: `expiresAt ${String(expiresAt)}`,
            pointer: '/expiresAt',
            exchanges: [n],
            cause: call.name === 'retrieval' ? 'expired basket' : 'expired recalculated basket',
          }),
        ];
      },
      end: () => [untold(id, 'no basket was retrieved whose expiresAt names an unambiguous moment')],
    };
  },
});

interface Answered {
  readonly id?: unknown;
  readonly expiresAt?: unknown;
}
