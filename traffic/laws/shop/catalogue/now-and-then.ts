import type { Position } from '#schemas';
import { describe, describePosition, type Listed, positionOf, samePosition } from '../../../ledgers/shop/listed.ts';
import { isAfter } from '../../../ledgers/shop/position-order.ts';
import { createMemory } from '../../../retention/memory.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';
import { leftOut } from './left-out.ts';

/** What a request was answered last with products that are all after its checkpoint, and since then otherwise. */
interface Known {
  readonly right: { readonly products: string; readonly n: number };
  readonly wrong?: { readonly product: Listed; readonly index: number; readonly n: number };
}

/**
 * Catalogue rules › 3: only what is after a checkpoint. updatedAt only grows, so no change of the catalogue explains a product
 * that is not. Where that is so of one answer only, and before and after it the same request was answered with the same
 * products, it is neither the order of ids nor how checkpoints are read; that, whoever asks from elsewhere tells.
 */
const behindNowAndThen: ShopRow = {
  requirement: 'catalogue/strictly-after-checkpoint',
  cause: 'not after the checkpoint now and then',
  look: (_, budget) => {
    const asked = createMemory<Known>(budget, { most: 2_000 });
    return (step) => {
      if (step.kind !== 'catalogue' || step.after === undefined || step.products === undefined) return undefined;
      const { after, products, url, n } = step;
      const known = asked.get(url);
      const index = products.findIndex((one) => isBehind(one, after));
      const product = products[index];
      if (product !== undefined) {
        if (known !== undefined) asked.set(url, { ...known, wrong: { product, index, n } });
        return undefined;
      }
      if (!products.every((one) => isAfter(one, after))) return undefined;
      const right = { products: summaryOf(products), n };
      asked.set(url, { right });
      if (known?.wrong === undefined || known.right.products !== right.products) return undefined;
      return {
        expected: `products after ${describePosition(after)} only, or an empty page`,
        actual: describe(known.wrong.product),
        pointer: `/products/${known.wrong.index}`,
        exchanges: [known.right.n, known.wrong.n, n],
      };
    };
  },
};

/** Earlier by a whole millisecond, or just the one: of equal times neither the order of ids nor finer digits matter then. */
const isBehind = (product: Listed, at: Position): boolean =>
  product.hasOffset &&
  product.hasMilliseconds &&
  (product.epochMs < at.epochMs || samePosition(positionOf(product), at));

/** Enough to tell whether anything has changed in between. */
const summaryOf = (products: readonly Listed[]): string => {
  const [first, last] = [products[0], products.at(-1)];
  return JSON.stringify([products.length, first && describe(first), last && describe(last)]);
};

export const nowAndThen = lawByRows('catalogue/now-and-then', [behindNowAndThen, leftOut]);
