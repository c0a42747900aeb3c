import type { CatalogueProduct } from '#schemas';

/** What the platform knows of one merchant's catalogue. */
export interface ProductStore {
  /** Where the next incremental synchronisation starts; undefined before the first full one. */
  checkpoint(): string | undefined;
  setCheckpoint(checkpoint: string): void;
  /** By product id, as the merchant last sent it, delisted ones included. */
  products(): ReadonlyMap<string, CatalogueProduct>;
  put(products: readonly CatalogueProduct[]): void;
  delist(ids: readonly string[]): void;
}

export const createProductStore = (): ProductStore => {
  const known = new Map<string, CatalogueProduct>();
  let stored: string | undefined;
  return {
    checkpoint: () => stored,
    setCheckpoint(checkpoint) {
      stored = checkpoint;
    },
    products: () => known,
    put(products) {
      for (const product of products) known.set(product.id, product);
    },
    delist(ids) {
      for (const id of ids) {
        const product = known.get(id);
        if (product !== undefined) known.set(id, { ...product, status: 'DELISTED' });
      }
    },
  };
};
