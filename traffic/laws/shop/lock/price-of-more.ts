import type { ChargedLine } from '../../../ledgers/shop/answers.ts';
import type { BasketStep } from '../../../ledgers/shop/baskets.ts';
import { createMemory } from '../../../retention/memory.ts';
import type { ShopRow } from '../../by-rows.ts';

const mostLines = 50;

/**
 * Resources › BasketProduct › linePrice: the price of the products in the line. What fewer cost is the shop's affair, so a line is too
 * dear only at just the price at which more of the product stood in an earlier answer about the basket, each at the price of
 * one, where the basketValue has it in it, and where no recalculation ever had as few at that price.
 */
export const lockedAtPriceOfMore: ShopRow = {
  requirement: 'lock/as-recalculated',
  cause: 'locked at the price of more',
  // Of one basket it may be an accident.
  sights: 2,
  look: (_, budget) => {
    /** What as few cost in answers that are no locks: a price of its own. */
    const own = createMemory<true>(budget, { most: 2_000 });
    const hasMore = ({ id, quantity, unitPrice, linePrice }: ChargedLine, one: ChargedLine): boolean =>
      one.id === id &&
      one.quantity > quantity &&
      one.unitPrice === unitPrice &&
      one.linePrice === linePrice &&
      linePrice === one.quantity * unitPrice;
    return (step) => {
      if (step.kind !== 'retrieval' && step.kind !== 'recalculation' && step.kind !== 'lock') return undefined;
      const { priced, before, id: basketId } = step;
      if (basketId === undefined || priced === undefined || !isComparable(priced)) return undefined;
      if (step.kind !== 'lock') {
        for (const line of priced.lines) own.set(priceOf(line), true);
        return undefined;
      }
      // The basket costs what its lines come to, less its discounts.
      if (priced.value !== priced.gross - priced.reduction) return undefined;
      const shown = before.filter((one) => one.kind !== 'lock' && isComparable(one));
      for (const line of priced.lines) {
        const { index, id, quantity, unitPrice, linePrice } = line;
        if (unitPrice <= 0 || linePrice <= quantity * unitPrice || own.has(priceOf(line))) continue;
        const more = shown.find(({ lines }) => lines.some((one) => hasMore(line, one)));
        if (more !== undefined)
          return {
            unlike: basketId,
            expected: `linePrice ${quantity * unitPrice} of ${JSON.stringify(id)} for ${quantity} at ${unitPrice}`,
            actual: `linePrice ${linePrice}, that of ${linePrice / unitPrice}, and a basketValue with it`,
            pointer: `/products/${index}/linePrice`,
            exchanges: [more.n, step.n],
          };
      }
      return undefined;
    };
  },
};

/** No product is split into lines. */
const isComparable = ({ lines }: BasketStep): boolean =>
  lines.length <= mostLines && new Set(lines.map(({ id }) => id)).size === lines.length;

const priceOf = ({ id, quantity, unitPrice, linePrice }: ChargedLine): string =>
  `${quantity} ${unitPrice} ${linePrice} ${id}`;
