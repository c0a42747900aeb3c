import type { Position, Product, Inventory } from './inventory/inventory.ts';

/** Answering a catalogue request, step by step; each is a place where real shops go wrong. */
export interface CatalogueSteps {
  /** The checkpoint's text as sent; undefined on a full synchronisation. */
  readonly read: (url: URL) => string | undefined;
  readonly decode: (text: string) => Position | undefined;
  readonly select: (position: Position | undefined, count: number) => readonly Product[];
  readonly encode: (last: Product) => string;
}

export const catalogueSteps = (inventory: Inventory): CatalogueSteps => ({
  read: (url) => url.searchParams.get('checkpoint') ?? undefined,
  decode: (text) => {
    // The id may contain colons itself, so only the first one separates.
    const parts = /^(\d+):(.*)$/su.exec(Buffer.from(text, 'base64').toString('utf8'));
    if (!parts) return undefined;
    const [, epochMs = '', id = ''] = parts;
    return { epochMs: Number(epochMs), id };
  },
  select: (position, count) => inventory.after(position, count),
  encode: ({ updatedAt, id }) => Buffer.from(`${updatedAt}:${id}`).toString('base64'),
});
