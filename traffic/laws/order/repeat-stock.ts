import type { Finding } from '#schemas';
import { isObject } from '../../json.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { shortened } from '../../retention/shortened.ts';
import { createMemory } from '../../retention/memory.ts';
import type { SentOrder } from './confirmations.ts';

/** What was ordered of a variant since it was counted last. */
interface Sold {
  readonly ordered: number;
  /** Sent again and confirmed as the same order. */
  readonly repeated: number;
  readonly exchanges: readonly number[];
}

interface Drop extends Sold {
  readonly quantity: number;
  readonly taken: number;
}

/** Follows what the catalogue counts: a repeat takes nothing from the stock. */
export interface RepeatStock {
  readonly ordered: (order: SentOrder, isRepeat: boolean, exchange: number) => void;
  readonly page: (body: unknown) => Finding | undefined;
}

const mostCounted = 10_000;

/** How many there were of each variant when it was listed last, of those that were listed last. */
const createCounts = () => {
  // A large catalogue fills it over and over: to forget half at once takes a tenth of the time of one by one.
  let [recent, earlier] = [new Map<string, number>(), new Map<string, number>()];
  return {
    get: (id: string): number | undefined => recent.get(id) ?? earlier.get(id),
    set(id: string, quantity: number): void {
      if (recent.size >= mostCounted / 2) [recent, earlier] = [new Map(), recent];
      recent.set(id, quantity);
    },
  };
};

const nothing: Sold = { ordered: 0, repeated: 0, exchanges: [] };

export const createRepeatStock = (budget: ByteBudget): RepeatStock => {
  const counts = createCounts();
  const sold = createMemory<Sold>(budget);
  const suspicious = createMemory<Drop>(budget);
  const judge = (id: string, drop: Drop): Finding | undefined => {
    const before = suspicious.get(id);
    // Taken once at most, so there is nothing to confirm.
    if (drop.taken <= drop.ordered) suspicious.delete(id);
    else suspicious.set(id, drop);
    if (before === undefined || drop.taken <= drop.ordered || before.repeated === drop.repeated) return undefined;
    // Like is compared with like: a shop may take two for each one that is ordered.
    if (before.ordered !== drop.ordered) return undefined;
    // A lock may have taken the first ones already, so two counts of the same kind tell; other customers buy otherwise.
    const surplus = before.taken - before.repeated;
    if ((surplus !== 0 && surplus !== before.ordered) || drop.taken - drop.repeated !== surplus) return undefined;
    return takenAgain(before, drop);
  };
  return {
    ordered({ lines }, isRepeat, exchange) {
      for (const { id, quantity } of lines) {
        if (counts.get(shortened(id)) === undefined) continue;
        const { ordered, repeated, exchanges } = sold.get(id) ?? nothing;
        sold.set(
          id,
          isRepeat
            ? { ordered, repeated: repeated + quantity, exchanges }
            : { ordered: ordered + quantity, repeated, exchanges: [exchange] },
        );
      }
    },
    page(body) {
      let found: Finding | undefined;
      eachCounted(body, (id, quantity) => {
        const key = shortened(id);
        const since = sold.get(key);
        const before = since && counts.get(key);
        if (before !== undefined && since !== undefined && since.repeated > 0)
          found ??= judge(id, { ...since, quantity: before, taken: before - quantity });
        if (since !== undefined) sold.delete(key);
        counts.set(key, quantity);
      });
      return found;
    },
  };
};

const eachCounted = (body: unknown, see: (id: string, quantity: number) => void): void => {
  for (const product of listIn(body, 'products'))
    for (const variant of listIn(product, 'variants')) {
      const { id, stock } = Object(variant) as { readonly id?: unknown; readonly stock?: unknown };
      const quantity = isObject(stock) ? stock['availableQuantity'] : undefined;
      if (typeof id === 'string' && typeof quantity === 'number' && Number.isSafeInteger(quantity)) see(id, quantity);
    }
};

const listIn = (holder: unknown, key: string): readonly unknown[] => {
  const list = (Object(holder) as Readonly<Record<string, unknown>>)[key];
  return Array.isArray(list) ? list : [];
};

const takenAgain = (before: Drop, { quantity, ordered, repeated, taken, exchanges }: Drop): Finding => ({
  message:
    'An order sent again took its products from the stock once more, although it was answered as the same order; do nothing for an oaOrderId that is known but answer.',
  expected: `availableQuantity ${quantity - ordered} or ${quantity} after an order of ${ordered} and ${repeated} repeats`,
  actual: `availableQuantity ${quantity - taken}, so ${taken} were taken; ${before.taken} were by one order and ${before.repeated} repeats before`,
  exchanges,
  cause: 'stock taken by a repeat',
});
