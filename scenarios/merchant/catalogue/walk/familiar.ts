import type { Listed } from '#traffic/laws';

/** What changes while one looks comes again on a page or two; a shop that hides milliseconds never comes to an end. */
const mostPages = 20;

/** Keeps the last listing of every product, and says `enough` after so many pages in a row without one not seen before. */
export const untilFamiliar = (
  products: Map<string, Listed>,
  most = Number.POSITIVE_INFINITY,
): ((page: readonly Listed[]) => 'more' | 'enough') => {
  let familiar = 0;
  return (page) => {
    const before = products.size;
    for (const product of page) products.set(product.id, product);
    familiar = products.size > before ? 0 : familiar + 1;
    return products.size > most || familiar >= mostPages ? 'enough' : 'more';
  };
};
