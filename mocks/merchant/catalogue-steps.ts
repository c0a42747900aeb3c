import type { Position, Product, Inventory } from './inventory/inventory.ts';

/** Answering a catalogue request, step by step; each is a place where real shops go wrong. */
export type CatalogueSteps = ReturnType<typeof catalogueSteps>;

export const catalogueSteps = (inventory: Inventory) => ({
  /** The checkpoint's text as sent; undefined on a full synchronisation. */
  read: (url: URL): string | undefined => url.searchParams.get('checkpoint') ?? undefined,
  decode: (text: string): Position | undefined => {
    // The id may contain colons itself, so only the first one separates.
    const parts = /^(\d+):(.*)$/su.exec(Buffer.from(text, 'base64').toString('utf8'));
    if (!parts) return undefined;
    const [, epochMs = '', id = ''] = parts;
    return { epochMs: Number(epochMs), id };
  },
  select: (position: Position | undefined, count: number): readonly Product[] => inventory.after(position, count),
  encode: ({ updatedAt, id }: Product) => Buffer.from(`${updatedAt}:${id}`).toString('base64'),
});
