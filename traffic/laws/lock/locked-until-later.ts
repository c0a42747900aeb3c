import { instantOf } from '#schemas';
import { readAnswer } from '../../judging/answer.ts';
import { clockToCheck } from '../../judging/server-clock.ts';
import { broken, defineMerchantLaw, holds, untold } from '../define.ts';
import { createMemory } from '../../retention/memory.ts';

const id = 'lock/expires-in-future';

/**
 * Endpoints › Merchant-hosted › 3: `expiresAt` is until when the basket is valid and locked, whichever lock of it that was. A
 * basket that was said to have expired before it was locked may be answered as it is; one that expires on its way is nobody's
 * fault. No allowance for clocks that differ, as for a basket that is scanned.
 */
export const lockedUntilLater = defineMerchantLaw({
  id: 'lock/locked-until-later',
  covers: [id],
  start: ({ budget }) => {
    /** Until when each basket was last said to be valid, in epoch milliseconds, by its id. */
    const told = createMemory<number>(budget);
    return {
      see(exchange) {
        const { call, at, answeredAt, n } = exchange;
        if (call.name !== 'retrieval' && call.name !== 'recalculation' && call.name !== 'lock') return [];
        const read = readAnswer(exchange);
        const { id: basketId, expiresAt } = Object(read.kind === 'answered' ? read.body : undefined) as Answered;
        const end = instantOf(expiresAt);
        // Without an offset it names no moment.
        if (typeof basketId !== 'string' || end === undefined) return [];
        const before = told.get(basketId);
        told.set(basketId, end);
        if (call.name !== 'lock') return [];
        if (end > answeredAt) return [holds(id)];
        if (end > at || before === undefined || before <= at) return [];
        return [
          broken(id, {
            message: `The locked basket has already expired when it arrives; set expiresAt to the moment until which it can still be ordered, with every lock, and ${clockToCheck(exchange)}.`,
            expected: `expiresAt after ${new Date(at).toISOString()}`,
            actual: `expiresAt ${String(expiresAt)}`,
            pointer: '/expiresAt',
            exchanges: [n],
            cause: 'expired locked basket',
          }),
        ];
      },
      end: () => [untold(id, 'no basket was locked whose expiresAt names an unambiguous moment')],
    };
  },
});

interface Answered {
  readonly id?: unknown;
  readonly expiresAt?: unknown;
}
