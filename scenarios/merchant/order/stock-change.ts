import type { Catalogue } from '../catalogue/walk/catalogue.ts';
import { describe, type Listed } from '#traffic/laws';
import { walk } from '../catalogue/walk/walk.ts';

/** Every product by its id, and the page each was listed on. */
export interface Inventory {
  readonly products: ReadonlyMap<string, { readonly product: Listed; readonly exchange: number }>;
}

/** A catalogue that is larger takes too long to read over and over. */
const mostProducts = 2000;

/** The whole catalogue as it is now; undefined when it cannot be read to its end, which is judged elsewhere. */
export const readInventory = async ({ world, tokens, maximum }: Catalogue): Promise<Inventory | undefined> => {
  const products = new Map<string, { product: Listed; exchange: number }>();
  const { end } = await walk(world, tokens, {
    limit: maximum,
    visit(page, exchange) {
      for (const product of page) products.set(product.id, { product, exchange });
      return products.size > mostProducts ? 'enough' : 'more';
    },
  });
  return end.kind === 'ended' ? { products } : undefined;
};

/** How many of a variant there are; undefined where the merchant does not say. */
export const stockOf = ({ products }: Inventory, variantId: string): number | undefined => {
  for (const { product } of products.values())
    for (const { id, quantity } of product.variants) if (id === variantId && !product.delisted) return quantity;
  return undefined;
};

/** A product whose stock is another one although its updatedAt is not. */
export interface Unbumped {
  readonly product: string;
  readonly before: string;
  readonly after: string;
  readonly exchanges: readonly number[];
}

/** Catalogue rules › 8: a change of stock bumps updatedAt, or the next incremental synchronisation misses it. */
export const unbumped = (before: Inventory, after: Inventory): Unbumped | undefined => {
  for (const [id, { product, exchange }] of after.products) {
    const old = before.products.get(id);
    if (old === undefined || old.product.updatedAt !== product.updatedAt) continue;
    for (const variant of product.variants) {
      const was = old.product.variants.find((one) => one.id === variant.id);
      if (was === undefined || (was.quantity === variant.quantity && was.available === variant.available)) continue;
      return {
        product: describe(product),
        before: inWords(was),
        after: inWords(variant),
        exchanges: [old.exchange, exchange],
      };
    }
  }
  return undefined;
};

const inWords = ({ id, available, quantity }: Listed['variants'][number]): string =>
  `${JSON.stringify(id)}: isAvailable ${available}${quantity === undefined ? '' : `, availableQuantity ${quantity}`}`;
