import type { Article, Assortment } from './assortment.ts';

/** A place in the catalogue's order: what a checkpoint says. */
export interface Position {
  readonly epochMs: number;
  readonly id: string;
}

/** A product as it stands now; a revision is a change somebody made, not a sale. */
export interface Product extends Article {
  readonly revision: number;
}

export interface Goods {
  readonly product: Product;
  readonly variantId: string;
  readonly unitPrice: number;
  /** What is physically there. */
  readonly stock: number;
}

export interface StockView {
  readonly goods: (variantId: string) => Goods | undefined;
  /** What this basket may still have of it. */
  readonly available: (variantId: string) => number;
}

export interface Edit {
  readonly productId: string;
  readonly change: 'price' | 'delist' | 'remove';
  /** Catalogue rules › 8. */
  readonly bump: boolean;
}

/** What the shop has: products in catalogue order, their stock, and changes to them. */
export type Inventory = ReturnType<typeof createInventory>;

export const createInventory = (assortment: Assortment, now: () => number) => {
  /** Changed products, in the order of their last bump, which is the order of their new updatedAt. */
  const changed = new Map<number, Product>();
  const unbumped = new Map<number, Product>();
  const removed = new Set<number>();
  const taken = new Map<string, number>();
  let newest = assortment.size === 0 ? 0 : assortment.at(assortment.size - 1).updatedAt;

  const current = (index: number): Product =>
    changed.get(index) ?? unbumped.get(index) ?? { ...assortment.at(index), revision: 0 };

  const isAfter = (product: Position & { readonly id: string }, position: Position) =>
    product.epochMs > position.epochMs ||
    (product.epochMs === position.epochMs && assortment.compareIds(product.id, position.id) > 0);

  const firstAfter = (position: Position): number => {
    let low = 0;
    let high = assortment.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { id, updatedAt } = assortment.at(middle);
      if (isAfter({ epochMs: updatedAt, id }, position)) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  const store = (product: Product, bump: boolean) => {
    if (!bump && !changed.has(product.index)) {
      unbumped.set(product.index, product);
      return;
    }
    if (bump) {
      // Strictly above every other one, even when the clock stands still, or a stored checkpoint would skip the change.
      newest = Math.max(now(), newest + 1);
      unbumped.delete(product.index);
      changed.delete(product.index);
    }
    changed.set(product.index, bump ? { ...product, updatedAt: newest } : product);
  };

  const find = (id: string): Product | undefined => {
    const index = assortment.indexOf(id);
    return index === undefined || removed.has(index) ? undefined : current(index);
  };

  return {
    /** At most `count` products strictly after the position, in ascending (updatedAt, id) order. */
    after: (position: Position | undefined, count: number) => {
      const page: Product[] = [];
      for (let index = position ? firstAfter(position) : 0; index < assortment.size && page.length < count; index++) {
        if (!changed.has(index) && !removed.has(index)) page.push(current(index));
      }
      for (const product of changed.values()) {
        if (page.length >= count) break;
        if (
          !removed.has(product.index) &&
          (!position || isAfter({ epochMs: product.updatedAt, id: product.id }, position))
        )
          page.push(product);
      }
      return page;
    },
    product: (productId: string) => {
      const product = find(productId);
      return product?.id === productId ? product : undefined;
    },
    variant: (variantId: string) => {
      const product = find(variantId);
      const position = product?.variantIds.indexOf(variantId) ?? -1;
      if (!product || position < 0) return undefined;
      const stock = product.delisted ? 0 : product.stock - (taken.get(variantId) ?? 0);
      return { product, variantId, unitPrice: product.unitPrice + position * 50, stock };
    },
    /** False when there is no such product. */
    edit: ({ productId, change, bump }: Edit) => {
      const product = find(productId);
      if (product?.id !== productId) return false;
      const revision = product.revision + 1;
      if (change === 'remove') removed.add(product.index);
      else if (change === 'delist') store({ ...product, revision, delisted: true }, bump);
      else store({ ...product, revision, unitPrice: product.unitPrice + 1 }, bump);
      return true;
    },
    take: (variantId: string, quantity: number, bump = true) => {
      const product = find(variantId);
      if (!product || product.stock === Number.POSITIVE_INFINITY) return;
      taken.set(variantId, (taken.get(variantId) ?? 0) + quantity);
      store(product, bump);
    },
  };
};
