import { createMemory } from '../../../retention/memory.ts';
import type { Sight } from '../../../evidence/row.ts';
import type { ShopRow } from '../../by-rows.ts';

/** A recalculation with a code in force, and what it was asked for. */
interface Recalculated {
  readonly asked: string;
  readonly n: number;
  readonly answeredAt: number;
}

/**
 * What is not in force any more may have run out meanwhile, or may be kept for another basket, which was locked with it: of a code
 * that no lock has had in force, two baskets tell that were recalculated with it, one after the other, and refused it as soon
 * as the very same was locked.
 */
export const codeRefusedByLocks: ShopRow = {
  requirement: 'lock/as-recalculated',
  cause: 'code refused by locks',
  sights: 2,
  isEnough: (sights) => {
    const [since = 0] = sights.at(-1)?.exchanges ?? [];
    return sights.slice(0, -1).some(({ exchanges }) => exchanges.every((n) => n <= since));
  },
  look: ({ codes }, budget) => {
    /** By basket and code, the last one. */
    const recalculated = createMemory<Recalculated>(budget, { most: 2_000 });
    return (step) => {
      if ((step.kind !== 'recalculation' && step.kind !== 'lock') || step.clear.length === 0) return undefined;
      const { kind, askedId, asked, lines, isShort, n, at, answeredAt } = step;
      if (askedId === undefined || asked === undefined || lines === undefined) return undefined;
      return step.clear.flatMap(({ code, error }): readonly Sight[] => {
        const key = JSON.stringify([askedId, code]);
        if (kind === 'recalculation') {
          if (error === undefined && !isShort) recalculated.set(key, { asked, n, answeredAt });
          else recalculated.delete(key);
          return [];
        }
        const before = recalculated.get(key);
        // What is used up, or kept for whoever locked it first, is so for a reason of its own.
        if (error === undefined || error === 'USED' || isShort || codes.wasLocked(code)) return [];
        if (before?.asked !== asked || before.answeredAt > at) return [];
        return [
          {
            unlike: askedId,
            of: code,
            expected: `discount ${JSON.stringify(code)} without an error, as in the recalculation before`,
            actual: `discount ${JSON.stringify(code)} with error ${JSON.stringify(error)}`,
            exchanges: [before.n, n],
          },
        ];
      });
    };
  },
};
