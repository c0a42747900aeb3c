import { parseTimestamp } from '#schemas';
import { readAnswer } from '../../judging/answer.ts';
import { broken, defineMerchantLaw, holds, untold } from '../define.ts';
import { createMemory } from '../memory.ts';

const id = 'basket/expires-in-future';

/**
 * A basket is valid when it is first scanned; later it may have expired. No allowance for clocks that differ: a basket
 * that is valid for less than two kept clocks are apart could not be ordered anyway. Of one that expires on its way nobody
 * can tell.
 */
export const aliveWhenScanned = defineMerchantLaw({
  id: 'basket/alive-when-scanned',
  covers: [id],
  start: ({ budget }) => {
    const scanned = createMemory<true>(budget);
    return {
      see(exchange) {
        const { call, request, at, answeredAt, n } = exchange;
        if (call.name !== 'retrieval') return [];
        const read = readAnswer(exchange);
        const expiresAt: unknown = read.kind === 'answered' ? Object(read.body).expiresAt : undefined;
        const end = typeof expiresAt === 'string' ? parseTimestamp(expiresAt) : undefined;
        // Without an offset it names no moment.
        if (end?.hasOffset !== true) return [];
        const isAgain = scanned.get(request.url) === true;
        scanned.set(request.url, true);
        if (end.epochMs > answeredAt) return [holds(id)];
        if (end.epochMs > at || isAgain || scanned.hasForgotten()) return [];
        const askedAt = new Date(at).toISOString();
        return [
          broken(id, {
            message:
              'The basket had already expired when it was asked for; set expiresAt to the moment until which it can still be ordered, and check the time zone.',
            expected: `expiresAt after ${askedAt}`,
            actual: `expiresAt ${String(expiresAt)}`,
            pointer: '/expiresAt',
            exchanges: [n],
            cause: 'expired basket',
          }),
        ];
      },
      end: () => [untold(id, 'no basket was retrieved whose expiresAt names an unambiguous moment')],
    };
  },
});
