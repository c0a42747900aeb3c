import type { InventoryDecorator } from '#mocks/merchant/faults/merchant-fault';
import type { Inventory, Product } from '#mocks/merchant/inventory/inventory';

const hourMs = 3_600_000;

/** Once something has been removed, changes are stamped an hour earlier; each is still after the one before. */
export const behindRemovals: InventoryDecorator = (inventory) => {
  const stamps = new Map<string, number>();
  let hasRemoved = false;
  const all = (position?: Parameters<Inventory['after']>[0]) => inventory.after(position, Number.MAX_SAFE_INTEGER);
  const stamped = (product: Product): Product => ({
    ...product,
    updatedAt: stamps.get(product.id) ?? product.updatedAt,
  });
  return {
    ...inventory,
    after: (position, count) => {
      if (stamps.size === 0) return inventory.after(position, count);
      const later = new Set(all(position).map(({ id }) => id));
      const isLater = ({ id }: Product): boolean =>
        position === undefined || (stamps.get(id) ?? Number.NEGATIVE_INFINITY) > position.epochMs;
      return all()
        .filter((product) => (stamps.has(product.id) ? isLater(product) : later.has(product.id)))
        .map(stamped)
        .toSorted((a, b) => a.updatedAt - b.updatedAt)
        .slice(0, count);
    },
    product: (id) => {
      const product = inventory.product(id);
      return product && stamped(product);
    },
    edit: (edit) => {
      const done = inventory.edit(edit);
      const product = hasRemoved && edit.change === 'price' ? inventory.product(edit.productId) : undefined;
      hasRemoved ||= edit.change !== 'price';
      if (product) stamps.set(product.id, product.updatedAt - hourMs);
      return done;
    },
  };
};
