import type { ReducedBasket } from '#schemas';
import { isFree, type ReadBasket } from './read-basket.ts';
import { freshId } from '../identity.ts';

/** A product of a basket a customer can change: its paid lines taken together, since a target may split them. */
export interface Product {
  readonly id: string;
  readonly ean: string | undefined;
  readonly quantity: number;
  /** No line of it costs anything: a gift, a sample or a reduction, which comes and goes with what else is there. */
  readonly free: boolean;
}

/** The products a basket really holds: something of them there, and no error. */
export const productsOf = (basket: ReadBasket): readonly Product[] => {
  const byId = Map.groupBy(
    (basket.lines ?? []).filter((line) => line.id !== undefined),
    (line) => line.id ?? '',
  );
  return [...byId].flatMap(([id, lines]) => {
    if (lines.some((line) => line.error !== undefined)) return [];
    const paid = lines.filter((line) => !isFree(line));
    const counted = paid.length > 0 ? paid : lines;
    const quantity = counted.reduce((sum, line) => sum + (line.quantity ?? 0), 0);
    if (quantity <= 0) return [];
    return [{ id, ean: counted.find((line) => line.ean !== undefined)?.ean, quantity, free: paid.length === 0 }];
  });
};

/** What a customer sees of a basket. */
export const asHeld = (basket: ReadBasket): readonly unknown[] => [basket.basketValue, ...productsOf(basket)];

/** The codes of a basket that were applied. */
export const codesOf = (basket: ReadBasket): readonly string[] =>
  (basket.discounts ?? []).flatMap(({ code, error }) => (code === undefined || error !== undefined ? [] : [code]));

export interface Asked {
  readonly id: string;
  readonly quantity: number;
  readonly ean?: string | undefined;
}

/** One piece more of each. */
export const oneMoreOfEach = (products: ReducedBasket['products']): ReducedBasket['products'] =>
  products.map((product) => ({ ...product, quantity: product.quantity + 1 }));

/** One of something taken away where it can be, which needs no more stock than the basket already had. */
export const oneLess = (basket: ReadBasket): readonly Asked[] => {
  const products = productsOf(basket);
  const plenty = products.find(({ quantity, free }) => quantity > 1 && !free);
  return products.map((product) => (product === plenty ? { ...product, quantity: product.quantity - 1 } : product));
};

/** The request to recalculate or lock `basket` so that it holds just these products. */
export const reducedBasket = (
  basketId: string,
  basket: ReadBasket,
  change: {
    readonly products?: readonly Asked[];
    readonly codes?: readonly string[];
    readonly loggedUser?: string;
  } = {},
): ReducedBasket => {
  const loggedUser = change.loggedUser ?? basket.loggedUser;
  return {
    requestId: freshId(),
    id: basket.id ?? basketId,
    price: {
      ...(basket.currency === undefined ? {} : { currency: basket.currency }),
      discounts: (change.codes ?? codesOf(basket)).map((code) => ({ code })),
    },
    products: (change.products ?? productsOf(basket)).map(({ id, ean, quantity }) => ({
      // Where the target names it elsewhere only, whoever sends the request knows it.
      ...(ean === undefined ? {} : { ean }),
      id,
      quantity,
    })),
    ...(loggedUser === undefined ? {} : { loggedUser }),
  };
};
