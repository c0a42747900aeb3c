import type { CatalogueDecorator } from '#mocks/merchant/faults/merchant-fault';
import type { Product } from '#mocks/merchant/inventory/inventory';

/** Filters the products of a page, knowing whether the walk it belongs to began without a checkpoint. */
export const selectingAfter =
  (
    filter: (page: readonly Product[], walk: { readonly walkIsFull: boolean }) => readonly Product[],
  ): CatalogueDecorator =>
  (steps) => {
    // Where the next page of a full walk begins.
    const full = new Set<string>();
    return {
      ...steps,
      select: (position, count) => {
        const walkIsFull = !position || full.has(`${position.epochMs}:${position.id}`);
        const page = steps.select(position, count);
        const last = page.at(-1);
        if (walkIsFull && last) full.add(`${last.updatedAt}:${last.id}`);
        // The walk is over; whoever comes back to its end comes for the changes.
        if (!last && position) full.delete(`${position.epochMs}:${position.id}`);
        return filter(page, { walkIsFull });
      },
    };
  };
