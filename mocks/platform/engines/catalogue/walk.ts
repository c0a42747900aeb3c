import type { CataloguePage, CatalogueProduct } from '#schemas';
import { type CallAnswer, describe } from '../calls/call-answer.ts';

export type AskPage = (query: {
  readonly checkpoint?: string;
  readonly limit: number;
}) => Promise<CallAnswer<CataloguePage>>;

export interface Walk {
  readonly ask: AskPage;
  /** Absent: all products. */
  readonly from?: string | undefined;
  readonly limit: number;
  /** A catalogue that changes faster than it is read, or answers anything, would be walked for ever. */
  readonly maxPages: number;
  readonly take: (products: readonly CatalogueProduct[]) => void;
}

export interface WalkEnd {
  /** The empty page included. */
  readonly pages: number;
  readonly products: number;
  /** Of the last page that held products. */
  readonly lastCheckpoint?: string;
  /** Why the empty page was never reached. */
  readonly failure?: string;
}

/** Catalogue rules › 6: pages until an empty one. */
export const walkCatalogue = async ({ ask, from, limit, maxPages, take }: Walk): Promise<WalkEnd> => {
  const asked = new Set<string>();
  let checkpoint = from;
  let products = 0;
  for (let pages = 0; pages < maxPages; pages += 1) {
    if (checkpoint !== undefined) asked.add(checkpoint);
    const answer = await ask({ ...(checkpoint !== undefined && { checkpoint }), limit });
    const end = (failure?: string): WalkEnd => ({
      pages: failure === undefined ? pages + 1 : pages,
      products,
      // What an empty page calls its checkpoint is the position of no product.
      ...(checkpoint !== undefined && products > 0 && { lastCheckpoint: checkpoint }),
      ...(failure !== undefined && { failure }),
    });
    if (answer.kind !== 'answered') return end(describe(answer));
    const page = answer.body;
    if (page.products.length === 0) return end();
    // Catalogue rules › 5
    if (page.nextCheckpoint === undefined) return end('a page with products has no nextCheckpoint');
    if (asked.has(page.nextCheckpoint))
      return end(`nextCheckpoint ${page.nextCheckpoint} was walked from already, so the walk would never end`);
    take(page.products);
    products += page.products.length;
    checkpoint = page.nextCheckpoint;
  }
  return { pages: maxPages, products, failure: `no empty page among the first ${maxPages}` };
};
