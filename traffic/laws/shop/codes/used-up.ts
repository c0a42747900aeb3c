import { droppedCodes } from './dropped.ts';
import type { BasketCall } from '../../../ledgers/shop/calls.ts';
import { createMemory } from '../../../retention/memory.ts';
import { onceOnly, type Sight } from '../../../evidence/row.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';

/** An answer that had a code in force. */
interface InForce {
  readonly n: number;
  readonly at: number;
  readonly until: number;
}

/** A code that a later answer about the same basket says is USED. */
interface Suspect {
  readonly id: string;
  readonly user: unknown;
  readonly first: number;
  readonly used: number;
  readonly answeredAt: number;
}

interface Way {
  /** What may have used it up. */
  readonly kind: 'lock' | 'recalculation';
  readonly isFree: (before: InForce, step: BasketCall, isFreeSince: (at: number) => boolean) => boolean;
}

/**
 * Resources › BasketPriceDiscount › error: a code is USED once an order was placed with it, and perhaps while another basket is locked
 * with it. That neither is so shows where it was in force for the basket before, and where another basket of the same user, or
 * of none as well, has it in force later: then it is the call itself that has used it up.
 */
const usedUpBy = ({ kind, isFree }: Way): ShopRow['look'] => {
  return ({ codes }, budget) => {
    const inForce = createMemory<InForce>(budget, { most: 2_000 });
    const suspects = createMemory<Suspect>(budget, { most: 200 });
    const told = createMemory<true>(budget, { most: 200 });
    const suspect = (step: BasketCall, id: string, code: string, before: InForce | undefined): void => {
      if (before === undefined || codes.isEnded(id) || !isFree(before, step, (at) => codes.isFreeSince(code, at)))
        return;
      const { n: used, answeredAt, request } = step;
      suspects.set(code, { id, user: request['loggedUser'], first: before.n, used, answeredAt });
    };
    const confirmed = (step: BasketCall, id: string, code: string): readonly Sight[] => {
      const found = suspects.get(code);
      if (found === undefined || found.id === id || found.user !== step.request['loggedUser']) return [];
      if (step.at < found.answeredAt || codes.isEnded(found.id) || told.has(found.id)) return [];
      suspects.delete(code);
      told.set(found.id, true);
      return [
        {
          unlike: found.id,
          expected: `discount ${JSON.stringify(code)} without an error, as in the ${kind} before`,
          actual: `discount ${JSON.stringify(code)} with error USED`,
          exchanges: [found.first, step.n, found.used],
        },
      ];
    };
    return (step) => {
      if (step.kind === 'order' || step.kind === 'lock')
        for (const code of step.codesAsked) if (step.at < (suspects.get(code)?.answeredAt ?? 0)) suspects.delete(code);
      if (step.kind !== 'recalculation' && step.kind !== 'lock') return undefined;
      const { askedId: id, asked, n, at, until = 0, codesAsked } = step;
      if (id === undefined || asked === undefined) return undefined;
      return step.clear.flatMap(({ code, error }) => {
        if (!codesAsked.includes(code)) return [];
        const key = JSON.stringify([id, code, kind === 'lock' || asked]);
        if (step.kind === kind) {
          if (error === undefined) inForce.set(key, { n, at, until });
          else if (error === 'USED') suspect(step, id, code, inForce.get(key));
        }
        return error === undefined && (kind === 'lock' || step.kind === kind) ? confirmed(step, id, code) : [];
      });
    };
  };
};

export const codeUsedByLock: ShopRow = {
  requirement: 'lock/as-recalculated',
  cause: 'code used up by a lock',
  // As long as it is locked the code may be kept for it, and for nobody else.
  look: usedUpBy({ kind: 'lock', isFree: ({ until }, { answeredAt }) => until > answeredAt }),
};

const codeUsedByRecalculation: ShopRow = {
  requirement: 'recalculation/good-discount-applied',
  cause: 'code used up by recalculations',
  onceOnly,
  look: usedUpBy({ kind: 'recalculation', isFree: ({ at }, _, isFreeSince) => isFreeSince(at) }),
};

export const codesUsedUp = lawByRows('shop/codes-used-up', [codeUsedByRecalculation, ...droppedCodes]);
