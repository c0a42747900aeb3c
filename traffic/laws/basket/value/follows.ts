import type { Finding } from '#schemas';
import { broken, defineMerchantLaw, holds, untold, warned } from '../../define.ts';
import { createMemory } from '../../memory.ts';
import { pricedBasket, grossOf } from '../answers.ts';
import { createDiscountLeftOut } from './discount-left-out.ts';
import { createLateValue } from './late.ts';
import { createPartOfValue } from './of-some-lines.ts';
import { createPushedValue } from './pushed.ts';
import { createStaleValue } from './stale.ts';
import { createValueByFirstLine } from './by-first-line.ts';
import { createValueInThousands } from './in-thousands.ts';
import { createValueOfFirstLines } from './of-first-lines.ts';
import { createValueOfNone } from './of-none.ts';
import { createValueWhenShort } from './when-short.ts';
import { createWorthlessWhenShort } from './worthless-when-short.ts';
import { createWrappedValues } from './in-16-bits.ts';

const id = 'basket/value-follows';

/** So many different contents have to have one and the same value. */
const telling = 3;

interface Known {
  readonly value: number;
  /** What the lines came to, before and after the discounts, in answers of this value. */
  readonly gross: readonly number[];
  readonly net: readonly number[];
  readonly exchanges: readonly number[];
}

/**
 * Resources › BasketPrice › basketValue: the price of the basket. How it is made up of its lines, discounts and fees is left open, so
 * only a value is wrong that stays what it was however much goes in and out. A box may have one price whatever it is filled with:
 * where no value ever is what the lines come to, it is only pointed out.
 */
export const valueFollows = defineMerchantLaw({
  id: 'basket/value-follows',
  covers: [id],
  start: ({ budget }) => {
    const known = createMemory<Known>(budget, { most: 2_000 });
    const lateValue = createLateValue(budget);
    const staleValue = createStaleValue(budget);
    const partOfValue = createPartOfValue(budget);
    const firstLines = createValueOfFirstLines(budget);
    const byFirstLine = createValueByFirstLine(budget);
    const ofNone = createValueOfNone(budget);
    const worthless = createWorthlessWhenShort(budget);
    const leftOut = createDiscountLeftOut(budget);
    const pushed = createPushedValue(budget);
    const ofShort = createValueWhenShort();
    const inThousands = createValueInThousands();
    const wrapped = createWrappedValues();
    let isSummed = false;
    /** Undefined until a basket whose lines cost something was answered. */
    let isFree: boolean | undefined;
    let staying: Finding | undefined;
    return {
      see(exchange) {
        const whenShort = worthless.see(exchange) ?? ofShort.see(exchange);
        if (whenShort !== undefined) return [broken(id, whenShort)];
        const [without, ofBefore] = [leftOut.see(exchange), pushed.see(exchange)];
        if (without !== undefined) return [broken(id, without)];
        if (ofBefore !== undefined) return [broken(id, ofBefore)];
        const basket = pricedBasket(exchange);
        const over = basket && wrapped.see(exchange, basket);
        if (over !== undefined) return [broken(id, over)];
        if (basket === undefined || basket.isShort) return [];
        const cut = inThousands.see(exchange, basket);
        if (cut !== undefined) return [broken(id, cut)];
        const [stale, late] = [staleValue.see(exchange, basket), lateValue.see(exchange, basket)];
        if (stale !== undefined) return [broken(id, stale)];
        if (late !== undefined) return [broken(id, late)];
        const views = [partOfValue, firstLines, byFirstLine, ofNone].map((view) => view.see(exchange));
        const [wrong] = views.filter((one) => one !== undefined);
        if (wrong !== undefined) return [broken(id, wrong)];
        const { basketValue: value, reduction } = basket;
        const gross = grossOf(basket.lines);
        const net = Math.max(0, gross - reduction);
        if (gross > 0) isFree = (isFree ?? true) && value === 0;
        isSummed ||= value > 0 && (value === gross || value === net);
        const before = known.get(basket.id);
        const isSame = before?.value === value;
        const now: Known = {
          value,
          gross: added(isSame ? before.gross : [], gross),
          net: added(isSame ? before.net : [], net),
          exchanges: added(isSame ? before.exchanges : [], exchange.n),
        };
        known.set(basket.id, now);
        if (before === undefined) return [];
        if (!isSame) return before.gross.at(-1) === gross ? [] : [holds(id)];
        if (!isSpread(now.gross) || !isSpread(now.net) || !isBetween(value, now.net)) return [];
        const found = stayingValue(now);
        if (isSummed) return [broken(id, found)];
        staying ??= found;
        return [];
      },
      end: () => [
        ...(staying === undefined ? [] : [(isSummed ? broken : warned)(id, staying)]),
        isFree === true
          ? untold(id, 'every basketValue was 0, whatever its lines came to, so that none could follow them')
          : untold(
              id,
              'no basket was answered with contents that cost more or less than before, none of them short',
              'merchant.fixtures.products.inStock',
            ),
      ],
    };
  },
});

const stayingValue = ({ value, gross, exchanges }: Known): Finding => ({
  message:
    'The basketValue stays the same whatever the basket holds; work it out anew for every answer, from the lines that stand in it.',
  expected: `a basketValue that follows the lines, which came to ${gross.join(', ')}`,
  actual: `basketValue ${value} each time`,
  pointer: '/price/basketValue',
  exchanges,
  cause: 'value that stays',
});

const mostKept = 8;

const added = (list: readonly number[], one: number): readonly number[] =>
  list.includes(one) ? list : [...list, one].slice(-mostKept);

/** With a lowest charge it would be more than any of them, and with a highest one less. */
const isBetween = (value: number, sums: readonly number[]): boolean =>
  Math.min(...sums) < value && value < Math.max(...sums);

/** Far enough apart that no rounding makes them one. */
const isSpread = (sums: readonly number[]): boolean =>
  sums.length >= telling && Math.max(...sums) >= 2 * Math.min(...sums);
