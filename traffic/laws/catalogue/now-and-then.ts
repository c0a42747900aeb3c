import { decodeCheckpoint, type Finding, type Position } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { broken, defineMerchantLaw } from '../define.ts';
import { createMemory } from '../../retention/memory.ts';
import { askedPage } from './asked-page.ts';
import { createLeftOut } from './left-out.ts';
import { describe, describePosition, type Listed, positionOf, samePosition } from './listed.ts';
import { isAfter } from './position-order.ts';

const id = 'catalogue/strictly-after-checkpoint';

/** A page whose products are all after its checkpoint, as it was last answered. */
interface Right {
  readonly products: string;
  readonly exchange: number;
}

interface Wrong {
  readonly product: Listed;
  readonly index: number;
  readonly exchange: number;
}

interface Known {
  readonly right?: Right | undefined;
  /** What the same request was answered since. */
  readonly wrong?: Wrong | undefined;
}

/**
 * Catalogue rules › 3: only what is after a checkpoint. updatedAt only grows, so no change of the catalogue explains a product
 * that is not. Where that is so of one answer only, and before and after it the same request was answered with the same
 * products, it is neither the order of ids nor how checkpoints are read; that, whoever asks from elsewhere tells. And nothing
 * between its checkpoint and its last product is left out.
 */
export const nowAndThen = defineMerchantLaw({
  id: 'catalogue/now-and-then',
  covers: [id],
  start: ({ budget }) => {
    const asked = createMemory<Known>(budget, { most: 2_000 });
    const leftOut = createLeftOut(budget);
    const behindIn = (exchange: Exchange): Finding | undefined => {
      const page = pageOf(exchange);
      if (page === undefined) return undefined;
      const { at, products } = page;
      const { url } = exchange.request;
      const known = asked.get(url);
      const index = products.findIndex((product) => isBehind(product, at));
      const product = products[index];
      if (product !== undefined) {
        if (known?.right) asked.set(url, { ...known, wrong: { product, index, exchange: exchange.n } });
        return undefined;
      }
      if (!products.every((one) => isAfter(one, at))) return undefined;
      const right = { products: summaryOf(products), exchange: exchange.n };
      asked.set(url, { right });
      const { right: before, wrong } = known ?? {};
      return before?.products === right.products && wrong !== undefined
        ? findingOf(at, wrong, [before.exchange, wrong.exchange, right.exchange])
        : undefined;
    };
    return {
      see: (exchange) =>
        [behindIn(exchange), leftOut.see(exchange)].flatMap((one) => (one === undefined ? [] : [broken(id, one)])),
      end: () => [],
    };
  },
});

const pageOf = (exchange: Exchange): { readonly at: Position; readonly products: readonly Listed[] } | undefined => {
  const { checkpoint = null, products = [] } = askedPage(exchange) ?? {};
  const at = checkpoint === null ? undefined : decodeCheckpoint(checkpoint);
  return at && { at, products };
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

const findingOf = (at: Position, { product, index }: Wrong, exchanges: readonly number[]): Finding => ({
  message:
    'A checkpoint was answered with products that are not after it, though the same request was answered rightly before and after that. Return only products with a later updatedAt, or the same updatedAt and a greater id, each time.',
  expected: `products after ${describePosition(at)} only, or an empty page`,
  actual: describe(product),
  pointer: `/products/${index}`,
  exchanges,
  cause: 'not after the checkpoint now and then',
});
