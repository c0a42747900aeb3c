import type { ReducedBasket } from '#schemas';

export type KnownEans = ReturnType<typeof createKnownEans>;

/** A catalogue may have a million products, of which a run asks for a few. */
const most = 10_000;

export const createKnownEans = () => {
  const eans = new Map<string, string>();
  const note = (item: unknown): void => {
    const { id, ean } = Object(item) as { readonly id?: unknown; readonly ean?: unknown };
    if (typeof id === 'string' && typeof ean === 'string' && (eans.size < most || eans.has(id))) eans.set(id, ean);
  };
  return {
    /** Of the products of a basket, and of the variants of a catalogue page. */
    told(body: unknown): void {
      for (const product of listIn(body, 'products')) {
        note(product);
        listIn(product, 'variants').forEach(note);
      }
    },
    /** A request with the barcode of each product whose barcode is known. */
    withEans(request: ReducedBasket): ReducedBasket {
      // A request that is meant to be odd goes as it is.
      const products: unknown = request.products;
      if (!Array.isArray(products)) return request;
      return {
        ...request,
        products: request.products.map((product) => {
          const ean = product.ean ?? eans.get(product.id);
          return ean === undefined ? product : { ean, ...product };
        }),
      };
    },
  };
};

const listIn = (holder: unknown, key: string): readonly unknown[] => {
  const list = (Object(holder) as Readonly<Record<string, unknown>>)[key];
  return Array.isArray(list) ? list : [];
};
