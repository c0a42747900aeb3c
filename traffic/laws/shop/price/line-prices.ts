import type { Sight, Voids } from '../../../evidence/row.ts';
import { type BasketStep, isPlain, type StepLine } from '../../../ledgers/shop/baskets.ts';
import { lessThan } from '../../../ledgers/shop/quantities.ts';
import { createMemory } from '../../../retention/memory.ts';
import { id, type Pair, pairsIn, type PriceRow, sightOf } from './row.ts';

/** What the basket costs where there is no offer. */
const sumOfPieces = ({ lines }: BasketStep): number =>
  lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);

/** A product that is split into lines has a price in each. */
const isSplit = ({ lines }: BasketStep, { id: product, index }: StepLine): boolean =>
  lines.some((other) => other.index !== index && other.id === product);

/** It says itself that there is none on it. */
const isUndiscounted = ({ unitPrice, linePrice, originalUnitPrice, originalLinePrice }: StepLine): boolean =>
  originalUnitPrice === unitPrice && originalLinePrice === linePrice;

/** With a sign or without. */
const cutTo = (row: Pick<PriceRow, 'cause'>, n: number): PriceRow => ({
  ...row,
  requirement: id,
  // A single one may be what an offer happens to come to, unless it takes nearly everything off.
  isEnough: (sights) => sights.length > 1 || Number(sights[0]?.unlike) >= 2 ** 20,
  look: () => (step) =>
    pairsIn(step)
      .filter(
        ({ product, sum }) => product >= n / 2 && Math.abs(sum) < n && product !== sum && (product - sum) % n === 0,
      )
      .slice(0, 1)
      .map((pair) => sightOf(step, pair, { unlike: pair.product })),
});

/**
 * Resources › BasketProduct › unitPrice, originalUnitPrice: the price of a single product; linePrice, originalLinePrice: the price of the
 * products in the line. How the one comes of the other is left open, and three for the price of two are an offer. So each row needs
 * what no offer comes to.
 */
export const linePrices: readonly PriceRow[] = [
  cutTo({ cause: 'price of a line in 16 bits' }, 2 ** 16),
  cutTo({ cause: 'overflown price of a line' }, 2 ** 32),
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
          : step.value === sumOfPieces(step) || isUndiscounted(line);
        if (!hasNoOffer || isSplit(step, line) || quantity < 1 || price <= 0 || sum <= 0) return [];
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
          tells: product === sum || price === sum,
        };
        return before === sum || before === undefined ? [sight] : [{ voids: () => true, of }, sight];
      };
      return (step) => (isPlain(step) ? pairsIn(step).flatMap((pair) => lookAt(step, pair)) : undefined);
    },
  },
  {
    requirement: id,
    cause: 'line above its pieces',
    sights: 2,
    look: (_, budget) => {
      const fewest = createMemory<Readonly<Record<'quantity' | 'n' | 'over', number>>>(budget, { most: 2_000 });
      const lookAt = (step: BasketStep, { line, all, sum }: Pair): Sight | undefined => {
        const { quantity, unitPrice, originalUnitPrice = unitPrice, index } = line;
        // An offer may end at so many pieces, and the others cost what they did before it.
        const price = Math.max(unitPrice, originalUnitPrice);
        // What is greater than a number can be cut to the greatest there is.
        if (quantity < 1 || price <= 0 || sum >= Number.MAX_SAFE_INTEGER) return undefined;
        // So much on each piece is what rounding or cutting may come to, also in a shop that counts in larger steps.
        const unit = [100, 10, 5].find((one) => price % one === 0 && sum % one === 0) ?? 1;
        const over = Math.max(0, sum / quantity - price * 1.01 - unit);
        const key = JSON.stringify([all, line.id, unitPrice, originalUnitPrice, step.user]);
        const few = fewest.get(key);
        if (few === undefined || quantity < few.quantity) fewest.set(key, { quantity, over, n: step.n });
        if (few === undefined || quantity <= few.quantity || over === 0) return undefined;
        // What stands on each piece or line, such as a deposit or a tax, does not grow with the number of pieces.
        const grows = over > few.over + 1;
        return {
          unlike: JSON.stringify([line.id, quantity]),
          of: grows ? 'growing' : 'steady',
          exchanges: [few.n, step.n],
          expected: `${all} of ${quantity} at ${price} each, at most ${quantity * price}`,
          actual: `${all} ${sum}`,
          pointer: `/products/${index}/${all}`,
          ...(!grows && { leeway: 'a fee or a tax may be in it' }),
        };
      };
      // What a lock charges, lock/as-recalculated says; and a line that was cut without a word costs what was asked for.
      const isCut = (step: BasketStep, { line }: Pair): boolean =>
        !step.isShort && lessThan(step.asked, step.lines).some(({ product }) => product === line.id);
      return (step) =>
        step.kind === 'lock'
          ? []
          : pairsIn(step).flatMap((pair) => (isCut(step, pair) ? [] : (lookAt(step, pair) ?? [])));
    },
  },
  {
    requirement: id,
    cause: 'price of one for any quantity',
    sights: 3,
    // One product may be given away for the price of one.
    isEnough: (sights) => {
      const quantities = new Set(sights.map(({ unlike }) => Number.parseInt(String(unlike), 10)));
      return quantities.size > 2 && new Set(sights.map(({ expected }) => expected)).size > 1;
    },
    look: (_, budget) => {
      const sums = createMemory<Readonly<Record<'quantity' | 'n' | 'sum', number>>>(budget, { most: 2_000 });
      return (step) => {
        if (!isPlain(step)) return undefined;
        const sights: Sight[] = [];
        for (const { all, line, price, sum } of pairsIn(step)) {
          const { id: product, quantity, index } = line;
          if (all !== 'linePrice' || quantity < 1 || price <= 0 || isSplit(step, line)) continue;
          const of = JSON.stringify([product, step.user]);
          const before = sums.get(of);
          sums.set(of, { quantity, sum, n: step.n });
          if (before === undefined || before.quantity === quantity) continue;
          // It follows, or it is another price.
          if (before.sum !== sum) return 'refuted';
          if (sum === price && step.value !== sumOfPieces(step))
            sights.push({
              unlike: `${quantity} ${product}`,
              exchanges: [before.n, step.n],
              expected: `a linePrice of ${JSON.stringify(product)} that follows its quantity`,
              actual: `linePrice ${sum} of ${quantity} at ${price}, as of ${before.quantity}`,
              pointer: `/products/${index}/linePrice`,
            });
        }
        return sights;
      };
    },
  },
  {
    requirement: id,
    cause: 'price of one under a code',
    sights: 3,
    isEnough: (sights) => new Set(sights.map(({ unlike }) => Number.parseInt(String(unlike), 10))).size > 1,
    look: () => (step) => {
      const { value, reduction, gross, kind } = step;
      // What the code takes off is taken off the whole sum of the pieces, so that it is not in the lines.
      if (kind === 'basketChange' || reduction <= 0 || value + reduction !== sumOfPieces(step)) return undefined;
      const several = pairsIn(step).filter(
        ({ all, line, price }) => all === 'linePrice' && line.quantity > 1 && price > 0,
      );
      if (value === gross || several.some(({ price, sum }) => sum !== price)) return 'over';
      return several.map((pair) => sightOf(step, pair, { unlike: `${pair.line.quantity} ${pair.line.id}` }));
    },
  },
  {
    requirement: id,
    cause: 'price of a line before discount as after it',
    leeway: 'which discount each price is before is not stated',
    sights: 2,
    look: () => (step) => {
      const reduced = pairsIn(step).filter(({ all, price, line }) => all !== 'linePrice' && price > line.unitPrice);
      if (reduced.some(({ sum, line }) => sum > line.linePrice)) return 'over';
      return reduced
        .filter(({ line, sum }) => line.quantity === 1 && line.unitPrice === sum && sum === line.linePrice && sum > 0)
        .map((pair) => sightOf(step, pair, { unlike: pair.line.id }));
    },
  },
  {
    requirement: id,
    cause: 'originals below prices',
    leeway: 'that a discount makes a product cheaper is stated nowhere',
    sights: 2,
    dueMs: Number.POSITIVE_INFINITY,
    dueAtEndMs: 0,
    look: (_, budget) => {
      // Where one of the two moves, it is not that they were taken for one another.
      const pairs = createMemory<string>(budget, { most: 2_000 });
      return (step) => {
        const originals = pairsIn(step).filter(({ one, price }) => one === 'originalUnitPrice' && price > 0);
        if (originals.some(({ line, price }) => price > line.unitPrice)) return 'over';
        const below = originals.filter(({ line: { id: product, unitPrice }, price }) => {
          const pair = `${price} ${unitPrice}`;
          const before = pairs.get(product);
          pairs.set(product, before === undefined || before === pair ? pair : '');
          return price < unitPrice && before === pair;
        });
        const moved = ({ unlike }: Sight): boolean => pairs.get(String(unlike)) === '';
        const sights = below.map(({ line: { id: product, unitPrice, index }, price }) => ({
          unlike: product,
          exchanges: [step.n],
          expected: `originalUnitPrice of ${JSON.stringify(product)} of ${unitPrice} or more`,
          actual: `originalUnitPrice ${price}, and unitPrice ${unitPrice}`,
          pointer: `/products/${index}/originalUnitPrice`,
        }));
        return [{ voids: moved }, ...sights];
      };
    },
  },
];
