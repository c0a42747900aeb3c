import type { Exchange as Recorded, HttpArchive, CatalogueWalks } from '#schemas';
import { type CataloguePage, pageOf, toHar, walksIn } from '#traffic';

/** Exchanges as one document to save, to look at elsewhere, or to be judged. */
export const createArchive = async (exchanges: Iterable<Recorded> | AsyncIterable<Recorded>): Promise<HttpArchive> => {
  let text = '';
  for await (const part of toHar({ name: 'conformance console', version: '1' }, exchanges)) text += part;
  return JSON.parse(text) as HttpArchive;
};

/** The walks in a journal's exchanges, of whose pages it keeps the beginning. */
export const catalogueWalks = async (
  exchanges: Iterable<Recorded> | AsyncIterable<Recorded>,
): Promise<CatalogueWalks> => {
  const pages: CataloguePage[] = [];
  for await (const exchange of exchanges) {
    const page = pageOf(exchange);
    if (page !== undefined) pages.push(page);
  }
  return { walks: walksIn(pages) };
};
