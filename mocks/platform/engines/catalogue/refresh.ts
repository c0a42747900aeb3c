import type { ProductStore } from './product-store.ts';

/** What a full synchronisation is seeing, to find what it did not. */
export interface FullRefresh {
  saw(ids: readonly string[]): void;
  /** Catalogue rules › 9: delists the known products that were absent. Answers their ids. */
  finish(store: ProductStore): readonly string[];
}

export const startFullRefresh = (): FullRefresh => {
  const seen = new Set<string>();
  return {
    saw(ids) {
      for (const id of ids) seen.add(id);
    },
    finish(store) {
      const absent = [...store.products().values()]
        .filter(({ id, status }) => status === 'ACTIVE' && !seen.has(id))
        .map(({ id }) => id);
      store.delist(absent);
      return absent;
    },
  };
};
