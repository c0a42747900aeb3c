import type { Sight, Voids } from '../../../evidence/row.ts';
import { type BasketStep, isPlain } from '../../../ledgers/shop/baskets.ts';
import { createMemory } from '../../../retention/memory.ts';
import { id, type Pair, pairsIn, type PriceRow, sightOf } from './row.ts';

/**
 * Resources › BasketProduct › unitPrice, originalUnitPrice: the price of a single product; linePrice, originalLinePrice: the price of the
 * products in the line. How the one comes of the other is left open, and three for the price of two are an offer. So each row needs
 * what no offer comes to.
 */
export const linePrices: readonly PriceRow[] = [
  {
    requirement: id,
    cause: 'overflown price of a line',
    look: () => (step) =>
      pairsIn(step)
        .filter(({ product, sum }) => product >= 2 ** 31 && product !== sum && (product - sum) % 2 ** 32 === 0)
        .slice(0, 1)
        .map((pair) => sightOf(step, pair)),
  },
  {
    requirement: id,
    cause: 'price of a line in 16 bits',
    // A single one may be what an offer happens to come to, unless it takes nearly everything off.
    isEnough: (sights) => sights.length > 1 || Number(sights[0]?.unlike) >= 2 ** 20,
    look: () => (step) =>
      pairsIn(step)
        .filter(({ product, sum }) => product >= 2 ** 16 && sum === product % 2 ** 16)
        .slice(0, 1)
        .map((pair) => sightOf(step, pair, { unlike: pair.product })),
  },
  {
    requirement: id,
    cause: 'price of the line as that of one',
    sights: 2,
    look: (_, budget) => {
      const singles = createMemory<{ readonly price: number; readonly n: number; readonly isOther?: true }>(budget, {
        most: 2_000,
      });
      const lookAt = (step: BasketStep, { line, one, price, sum }: Pair): Sight | Voids | undefined => {
        const { id: product, quantity, index } = line;
        if (quantity < 1 || price <= 0) return undefined;
        const of = JSON.stringify([one, product, step.user]);
        const single = singles.get(of);
        if (quantity === 1) {
          if (single?.price === price) return undefined;
          singles.set(of, { price, n: step.n });
          return single && { voids: () => true, of };
        }
        if (single === undefined || single.isOther) return undefined;
        // Of some quantity it costs something else: an offer, or another price.
        if (price !== quantity * single.price || sum !== price) {
          singles.set(of, { ...single, isOther: true });
          return { voids: () => true, of };
        }
        return {
          unlike: quantity,
          of,
          exchanges: [single.n, step.n],
          expected: `${one} ${single.price} of ${JSON.stringify(product)}, as where there is one`,
          actual: `${one} ${price} where there are ${quantity}`,
          pointer: `/products/${index}/${one}`,
        };
      };
      return (step) => (isPlain(step) ? pairsIn(step).flatMap((pair) => lookAt(step, pair) ?? []) : undefined);
    },
  },
  {
    requirement: id,
    cause: 'price of a line that stays',
    sights: 3,
    // What no quantity comes to is a price of its own.
    needsTelling: true,
    look: (_, budget) => {
      const sums = createMemory<number>(budget, { most: 2_000 });
      const lookAt = (step: BasketStep, { line, one, all, price, sum, product }: Pair): readonly (Sight | Voids)[] => {
        const { quantity, unitPrice, linePrice } = line;
        const isOriginal = one === 'originalUnitPrice';
        // Where the value is what all products come to one by one, there is no offer. What there was before a discount is none anyway.
        const hasNoOffer = isOriginal
          ? unitPrice > 0 && linePrice === quantity * unitPrice
          : step.value === step.lines.reduce((all, other) => all + other.quantity * other.unitPrice, 0);
        // A product that is split into lines has a price in each.
        const isSplit = step.lines.some((other) => other.index !== line.index && other.id === line.id);
        if (!hasNoOffer || isSplit || quantity < 1 || price <= 0 || sum <= 0) return [];
        const of = JSON.stringify([one, isOriginal ? step.users : step.id, line.id, price, step.currencies[1]]);
        const before = sums.get(of);
        sums.set(of, sum);
        const sight: Sight = {
          unlike: quantity,
          of,
          exchanges: [step.n],
          expected: `${all} of ${JSON.stringify(line.id)} that follows its quantity, as the ${isOriginal ? 'linePrice' : 'basketValue'} does`,
          actual: `${all} ${sum} of ${quantity} at ${price}, as of other quantities`,
          pointer: `/products/${line.index}/${all}`,
          tells: product === sum,
        };
        return before === sum || before === undefined ? [sight] : [{ voids: () => true, of }, sight];
      };
      return (step) => (isPlain(step) ? pairsIn(step).flatMap((pair) => lookAt(step, pair)) : undefined);
    },
  },
];
