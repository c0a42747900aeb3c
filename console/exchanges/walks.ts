import type { CatalogueWalks, Exchange as Recorded } from '#schemas';
import { type CataloguePage, walksIn } from '#traffic';

/** The walks in a journal's exchanges, of whose pages it keeps the beginning. */
export const catalogueWalks = async (
  exchanges: Iterable<Recorded> | AsyncIterable<Recorded>,
): Promise<CatalogueWalks> => {
  const pages: CataloguePage[] = [];
  for await (const { n, operation, request, response } of exchanges)
    if (operation === 'catalogue' && response !== undefined && response.status < 300)
      pages.push({ exchange: n, url: request.url, body: response.body ?? '' });
  return { walks: walksIn(pages) };
};
