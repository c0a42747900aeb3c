import type { Listed } from '#traffic/laws';
import type { Catalogue } from '../catalogue/walk/catalogue.ts';
import { untilFamiliar } from '../catalogue/walk/familiar.ts';
import { walk } from '../catalogue/walk/walk.ts';

/** Every product by its id. */
export type Inventory = ReadonlyMap<string, Listed>;

/** A catalogue that is larger takes too long to read over and over. */
const mostProducts = 2000;

/** The whole catalogue as it is now; undefined when it cannot be read to its end, which is judged elsewhere. */
export const readInventory = async ({ world, tokens, maximum }: Catalogue): Promise<Inventory | undefined> => {
  const products = new Map<string, Listed>();
  const { end } = await walk(world, tokens, { limit: maximum, visit: untilFamiliar(products, mostProducts) });
  return end.kind === 'ended' ? products : undefined;
};

/** How many of a variant there are; undefined where the merchant does not say. */
export const stockOf = (products: Inventory, variantId: string): number | undefined =>
  [...products.values()]
    .flatMap(({ variants, delisted }) => (delisted ? [] : variants))
    .find(({ id }) => id === variantId)?.quantity;
