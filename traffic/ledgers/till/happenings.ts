import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';

/**
 * What may change a table. `orderElsewhere` names no table; `prepayment`: an order that is paid at once came; `failure`: a payment
 * failed; `closing`: somebody closed one by hand, which is a change by hand as well.
 */
export type Doing = 'order' | 'orderElsewhere' | 'prepayment' | 'payment' | 'failure' | 'byHand' | 'closing';

interface Last {
  readonly n: number;
  readonly by: string;
  /** When somebody else did so last. */
  readonly otherN: number;
}

/** When something was done last, as its place in the traffic; -1 where it never was, infinite where that is forgotten. */
export const createHappenings = (budget: ByteBudget) => {
  const placed = createMemory<Last>(budget);
  const [unplaced, all] = [new Map<Doing, number>(), new Map<Doing, number>()];
  const unknown = (): number => (placed.hasForgotten() ? Number.POSITIVE_INFINITY : -1);
  const at = (doing: Doing, tableId: string, except?: string): number => {
    const last = placed.get(`${doing} ${tableId}`);
    return (last !== undefined && last.by === except ? last.otherN : last?.n) ?? unknown();
  };
  return {
    /** Without a table: nobody can tell at which. */
    add(doing: Doing, tableId: string | undefined, n: number, by: string) {
      all.set(doing, n);
      if (tableId === undefined) unplaced.set(doing, n);
      else placed.set(`${doing} ${tableId}`, { n, by, otherN: at(doing, tableId, by) });
    },
    /** At that very table; `except`: by another message than this. */
    at,
    /** At that table, or where nobody can tell. */
    mayBeAt: (doing: Doing, tableId: string) => Math.max(at(doing, tableId), unplaced.get(doing) ?? -1),
    /** At whichever table: the last of these. */
    anywhere: (...doings: readonly Doing[]) => Math.max(...doings.map((doing) => all.get(doing) ?? -1)),
  };
};
