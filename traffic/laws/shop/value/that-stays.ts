import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { shortened } from '../../../retention/shortened.ts';
import { createMemory } from '../../../retention/memory.ts';
import { grossOf, type PricedBasket } from '../../../ledgers/shop/answers.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';

/** So many different contents have to have one and the same value. */
const telling = 3;
const mostKept = 8;

interface Steady {
  readonly value: number;
  /** The products and quantities it was the value of: prices alone may go up and down in a basket that has its price. */
  readonly contents: readonly string[];
  /** What the lines came to, before and after the discounts, in answers of this value. */
  readonly gross: readonly number[];
  readonly net: readonly number[];
  readonly exchanges: readonly number[];
}

/** Answers of one basket, and retrievals of all of them, that have one value. */
export interface ValueThatStays {
  /** What is wrong; else whether the value is another one since other lines stand in the basket. */
  readonly see: (exchange: Exchange, basket: PricedBasket) => Finding | boolean;
  /** What may be one price for whatever is in the box, as long as no value was what the lines come to. */
  readonly end: () => readonly { readonly finding: Finding; readonly isCertain: boolean }[];
}

/**
 * A box may have one price whatever it is filled with: where no value ever is what the lines come to, one that stays is only
 * pointed out. Where recalculations follow their lines, retrievals that all have one price show that of another basket.
 */
export const createValueThatStays = (budget: ByteBudget): ValueThatStays => {
  const baskets = createMemory<Steady>(budget, { most: 2_000 });
  /** Undefined before the first; false once two of them had unlike values. */
  let retrievals: Steady | false | undefined;
  let isSummed = false;
  let staying: Finding | undefined;
  const followed = new Set<number>();
  return {
    see(exchange, basket) {
      const { basketValue: value, reduction, lines } = basket;
      const contents = shortened(inAnyOrder(lines.map(({ id, quantity }) => [id, quantity])).join());
      const gross = grossOf(lines);
      const net = Math.max(0, gross - reduction);
      const isSum = value > 0 && (value === gross || value === net);
      isSummed ||= isSum;
      const added = (before?: Steady): Steady => ({
        value,
        contents: withOne(before?.contents, contents),
        gross: withOne(before?.gross, gross),
        net: withOne(before?.net, net),
        exchanges: withOne(before?.exchanges, exchange.n),
      });
      if (exchange.call.name !== 'retrieval') {
        if (isSum && followed.size < mostKept) followed.add(value);
      } else if (retrievals !== false)
        retrievals = retrievals === undefined || retrievals.value === value ? added(retrievals) : false;
      if (retrievals && followed.size > 1 && isTelling(retrievals)) return ofAnother(retrievals);
      const before = baskets.get(basket.id);
      const now = added(before?.value === value ? before : undefined);
      baskets.set(basket.id, now);
      if (before === undefined) return false;
      if (before.value !== value) return before.gross.at(-1) !== gross;
      if (!isTelling(now)) return false;
      if (isSummed) return ofWhatever(now);
      staying ??= ofWhatever(now);
      return false;
    },
    end: () => (staying === undefined ? [] : [{ finding: staying, isCertain: isSummed }]),
  };
};

const ofWhatever = ({ value, gross, exchanges }: Steady): Finding => ({
  message:
    'The basketValue stays the same whatever the basket holds; work it out anew for every answer, from the lines that stand in it.',
  expected: `a basketValue that follows the lines, which came to ${gross.join(', ')}`,
  actual: `basketValue ${value} each time`,
  pointer: '/price/basketValue',
  exchanges,
  cause: 'value that stays',
});

const ofAnother = ({ value, gross, exchanges }: Steady): Finding => ({
  message:
    'Every basket was retrieved with the same basketValue, whatever stands in it, while recalculations follow their lines; work it out from the lines of the basket that is asked for.',
  expected: `basketValues that follow the lines, which came to ${gross.join(', ')}`,
  actual: `basketValue ${value} in each retrieval`,
  pointer: '/price/basketValue',
  exchanges,
  cause: 'one value for all retrievals',
});

const withOne = <One>(list: readonly One[] = [], one: One): readonly One[] =>
  list.includes(one) ? list : [...list, one].slice(-mostKept);

const isTelling = ({ value, contents, gross, net }: Steady): boolean =>
  contents.length >= telling && isSpread(gross) && isSpread(net) && isBetween(value, net);

/** With a lowest charge it would be more than any of them, and with a highest one less. */
const isBetween = (value: number, sums: readonly number[]): boolean =>
  Math.min(...sums) < value && value < Math.max(...sums);

/** Far enough apart that no rounding makes them one. */
const isSpread = (sums: readonly number[]): boolean =>
  sums.length >= telling && Math.max(...sums) >= 2 * Math.min(...sums);
