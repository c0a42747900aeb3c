import type { Sight } from '../../../evidence/row.ts';
import { isAmount } from '../../../ledgers/shop/answers.ts';
import { createMemory } from '../../../retention/memory.ts';
import { createRecent } from '../../../retention/recent.ts';
import type { ShopRow } from '../../by-rows.ts';

/** What was ordered of a variant since it was counted last. */
interface Sold {
  readonly ordered: number;
  /** Sent again and confirmed as the same order. */
  readonly repeated: number;
  readonly n: number;
}

interface Drop extends Sold {
  readonly quantity: number;
  readonly taken: number;
}

const mostCounted = 10_000;

/** What the catalogue counts: a repeat takes nothing from the stock. */
export const orderStock: ShopRow = {
  requirement: 'order/idempotent',
  cause: 'stock taken by a repeat',
  look: (_, budget) => {
    /** How many there were of each variant when it was listed last. */
    const counts = createRecent<number>(mostCounted);
    const sold = createMemory<Sold>(budget);
    const suspicious = createMemory<Drop>(budget);
    const judge = (id: string, drop: Drop): Sight | undefined => {
      const before = suspicious.get(id);
      const { ordered, repeated, taken } = drop;
      // Taken once at most, so there is nothing to confirm.
      if (taken <= ordered) suspicious.delete(id);
      else suspicious.set(id, drop);
      // Like is compared with like: a shop may take two for each one that is ordered.
      if (before?.ordered !== ordered || taken <= ordered || before.repeated === repeated) return undefined;
      // A lock may have taken the first ones already, so two counts of the same kind tell; other customers buy otherwise.
      const surplus = before.taken - before.repeated;
      if ((surplus !== 0 && surplus !== ordered) || taken - repeated !== surplus) return undefined;
      return takenAgain(before, drop);
    };
    return (step) => {
      if (step.kind === 'order' && step.shopOrderId !== undefined) {
        const isRepeat = step.before.known?.shopOrderId === step.shopOrderId;
        for (const { id, quantity } of step.lines) {
          if (counts.get(id) === undefined) continue;
          const { ordered, repeated, n } = sold.get(id) ?? { ordered: 0, repeated: 0, n: step.n };
          if (isRepeat) sold.set(id, { ordered, repeated: repeated + quantity, n });
          else sold.set(id, { ordered: ordered + quantity, repeated, n: step.n });
        }
      }
      if (step.kind !== 'catalogue') return undefined;
      let found: Sight | undefined;
      for (const [id, { availableQuantity: quantity }] of step.given.flatMap(({ variants }) => [...variants])) {
        if (!isAmount(quantity)) continue;
        const since = sold.get(id);
        const before = since && counts.get(id);
        if (before !== undefined && since !== undefined && since.repeated > 0)
          found ??= judge(id, { ...since, quantity: before, taken: before - quantity });
        if (since !== undefined) sold.delete(id);
        counts.set(id, quantity);
      }
      return found;
    };
  },
};

const takenAgain = (before: Drop, { quantity, ordered, repeated, taken, n }: Drop): Sight => ({
  expected: `availableQuantity ${quantity - ordered} or ${quantity} after an order of ${ordered} and ${repeated} repeats`,
  actual: `availableQuantity ${quantity - taken}, so ${taken} were taken; ${before.taken} were by one order and ${before.repeated} repeats before`,
  exchanges: [n],
});
