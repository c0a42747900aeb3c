import type { InventoryDecorator } from '#mocks/merchant/faults/merchant-fault';
import type { Inventory, Position, Product } from '#mocks/merchant/inventory/inventory';

/** More than a second passes between the looks at what a change came to. */
const lateByMs = 3500;
const everyMs = 900;

interface Pending {
  readonly before: Product;
  readonly until: number;
}

/** Changes are stamped as they begin and seen when they are committed, while others, of another product, are seen at once. */
export const lateCommits: InventoryDecorator = (inventory, { clock }) => {
  const pending = new Map<string, Pending>();
  const [busy] = inventory.after(undefined, 1);
  let movedAt = 0;
  const all = (position?: Position) => inventory.after(position, Number.MAX_SAFE_INTEGER);
  const asSeen = (product: Product): Product => {
    const found = pending.get(product.id);
    if (found && found.until <= clock.now()) pending.delete(product.id);
    return found && found.until > clock.now() ? found.before : product;
  };
  const move = (): void => {
    if (busy === undefined || clock.now() < movedAt + everyMs) return;
    movedAt = clock.now();
    inventory.edit({ productId: busy.id, change: 'price', bump: true });
  };
  const after: Inventory['after'] = (position, count) => {
    if (pending.size === 0) return inventory.after(position, count);
    move();
    const later = new Set(all(position).map(({ id }) => id));
    return all()
      .map((product) => ({ product, seen: asSeen(product) }))
      .filter(({ product, seen }) =>
        seen === product || position === undefined ? later.has(product.id) : isAfter(seen, position),
      )
      .map(({ seen }) => seen)
      .toSorted((a, b) => a.updatedAt - b.updatedAt || a.index - b.index)
      .slice(0, count);
  };
  return {
    ...inventory,
    after,
    edit: (edit) => {
      const before = inventory.product(edit.productId);
      if (before && edit.change === 'price' && !pending.has(before.id))
        pending.set(before.id, { before, until: clock.now() + lateByMs });
      return inventory.edit(edit);
    },
  };
};

const isAfter = ({ updatedAt, id }: Product, { epochMs, id: than }: Position): boolean =>
  updatedAt > epochMs || (updatedAt === epochMs && id > than);
