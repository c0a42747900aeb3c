import type { Finding } from '#schemas';
import { isObject } from '../../json.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../memory.ts';
import type { SentOrder } from './confirmations.ts';

/** How many there are of a variant, and what was ordered of it since. */
interface Counted {
  readonly quantity: number;
  readonly ordered: number;
  /** Sent again and confirmed as the same order. */
  readonly repeated: number;
  readonly exchanges: readonly number[];
}

interface Drop extends Counted {
  readonly taken: number;
}

/** Follows what the catalogue counts: a repeat takes nothing from the stock. */
export interface RepeatStock {
  readonly ordered: (order: SentOrder, isRepeat: boolean, exchange: number) => void;
  readonly page: (body: unknown) => Finding | undefined;
}

/** Some numbers, which are counted by number alone. */
const weigh = (): number => 0;
const none: readonly number[] = [];

export const createRepeatStock = (budget: ByteBudget): RepeatStock => {
  const variants = createMemory<Counted>(budget, { weigh });
  const suspicious = createMemory<Drop>(budget);
  const judge = (id: string, drop: Drop): Finding | undefined => {
    const before = suspicious.get(id);
    // Taken once at most, so there is nothing to confirm.
    if (drop.taken <= drop.ordered) suspicious.delete(id);
    else suspicious.set(id, drop);
    if (before === undefined || drop.taken <= drop.ordered || before.repeated === drop.repeated) return undefined;
    // A lock may have taken the first ones already, so two counts of the same kind tell; other customers buy otherwise.
    const surplus = before.taken - before.repeated;
    if ((surplus !== 0 && surplus !== before.ordered) || drop.taken - drop.repeated !== surplus) return undefined;
    return takenAgain(before, drop);
  };
  return {
    ordered({ lines }, isRepeat, exchange) {
      for (const { id, quantity } of lines) {
        const known = variants.get(id);
        if (known === undefined) continue;
        variants.set(id, {
          ...known,
          ...(isRepeat ? { repeated: known.repeated + quantity } : { ordered: known.ordered + quantity }),
          exchanges: isRepeat ? known.exchanges : [exchange],
        });
      }
    },
    page(body) {
      let found: Finding | undefined;
      eachCounted(body, (id, quantity) => {
        const known = variants.get(id);
        if (known !== undefined && known.repeated > 0)
          found ??= judge(id, { ...known, taken: known.quantity - quantity });
        variants.set(id, { quantity, ordered: 0, repeated: 0, exchanges: none });
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
