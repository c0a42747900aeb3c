import type { CatalogueProduct } from '#schemas';
import type { CatalogueSync } from '../catalogue/index.ts';
import { keptMap, type StateStore } from '../../persistence/index.ts';

/** The products of a shop, which survive where state is kept. */
export const openProductStore = (store: StateStore, shop: string): CatalogueSync['store'] => {
  const products = keptMap<CatalogueProduct>(store, `product/${shop}`);
  const checkpoints = keptMap<string>(store, 'checkpoint');
  return {
    checkpoint: () => checkpoints.get(shop),
    setCheckpoint: (checkpoint) => void checkpoints.set(shop, checkpoint),
    products: () => products,
    put: (page) =>
      store.atomically(() => {
        for (const product of page) products.set(product.id, product);
      }),
    delist: (ids) =>
      store.atomically(() => {
        for (const id of ids) {
          const product = products.get(id);
          if (product !== undefined) products.set(id, { ...product, status: 'DELISTED' });
        }
      }),
  };
};
