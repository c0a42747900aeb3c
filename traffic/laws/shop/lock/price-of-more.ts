import { type AnsweredBasket, discountsOf, grossOf, reductionOf } from '../../../ledgers/shop/answers.ts';
import { type ChargedLine, chargedLines } from '../../../ledgers/shop/charged-lines.ts';
import { createMemory } from '../../../retention/memory.ts';
import type { ShopRow } from '../../by-rows.ts';

/** Of so many lines in a basket, and so many prices of it. */
const mostLines = 50;
const mostShown = 64;

type Shown = ChargedLine & { readonly n: number };

/**
 * Resources › BasketProduct › linePrice: the price of the products in the line. What fewer cost is the shop's affair, so a line is too
 * dear only at just the price at which more of the product stood in an earlier answer about the basket, each at the price of
 * one, where the basketValue has it in it, and where no recalculation ever had as few at that price.
 */
export const lockedAtPriceOfMore: ShopRow = {
  requirement: 'lock/as-recalculated',
  cause: 'locked at the price of more',
  message:
    'A line of a locked basket has the price of more than stands in it, so that the customer pays for what they do not get; work linePrice out from the quantity that stands in the line.',
  // Of one basket it may be an accident.
  sights: 2,
  look: (_, budget) => {
    const baskets = createMemory<readonly Shown[]>(budget, { most: 2_000, weigh: ({ length }) => 250 * length });
    /** What as few cost in answers that are no locks: a price of its own. */
    const own = createMemory<true>(budget, { most: 2_000 });
    const moreAt = (line: ChargedLine, before: readonly Shown[]): Shown | undefined => {
      const { id, quantity, unitPrice, linePrice } = line;
      if (unitPrice <= 0 || linePrice <= quantity * unitPrice || own.has(priceOf(line))) return undefined;
      return before.find(
        (one) =>
          one.id === id &&
          one.quantity > quantity &&
          one.unitPrice === unitPrice &&
          one.linePrice === linePrice &&
          linePrice === one.quantity * unitPrice,
      );
    };
    return (step) => {
      if (step.kind !== 'retrieval' && step.kind !== 'recalculation' && step.kind !== 'lock') return undefined;
      const { kind, basket, id: basketId, n } = step;
      const lines = basket && linesOf(basket);
      if (basket === undefined || lines === undefined || basketId === undefined || step.isPartlyKept) return undefined;
      const before = baskets.get(basketId) ?? [];
      if (kind !== 'lock') {
        for (const line of lines) own.set(priceOf(line), true);
        baskets.set(basketId, [...before, ...lines.map((line) => ({ ...line, n }))].slice(-mostShown));
        return undefined;
      }
      if (!isSummed(basket, lines)) return undefined;
      for (const line of lines) {
        const more = moreAt(line, before);
        if (more === undefined) continue;
        const { index, id, quantity, unitPrice, linePrice } = line;
        return {
          unlike: basketId,
          expected: `linePrice ${quantity * unitPrice} of ${JSON.stringify(id)} for ${quantity} at ${unitPrice}`,
          actual: `linePrice ${linePrice}, that of ${more.quantity}, and a basketValue with it`,
          pointer: `/products/${index}/linePrice`,
          exchanges: [more.n, n],
        };
      }
      return undefined;
    };
  },
};

/** Undefined where one of them cannot be read, or a product is split into lines. */
const linesOf = ({ lines: all }: AnsweredBasket): readonly ChargedLine[] | undefined => {
  const lines = all.length > mostLines ? undefined : chargedLines(all);
  return new Set(lines?.map(({ id }) => id)).size < all.length ? undefined : lines;
};

const priceOf = ({ id, quantity, unitPrice, linePrice }: ChargedLine): string =>
  JSON.stringify([id, quantity, unitPrice, linePrice]);

/** The basket costs what its lines come to, less its discounts. */
const isSummed = ({ price }: AnsweredBasket, lines: readonly ChargedLine[]): boolean =>
  price['basketValue'] === grossOf(lines) - reductionOf(discountsOf(price));
