import fc from 'fast-check';
import type { Product } from '../../arrange/basket/products.ts';

/** What a customer does with one product: leaves it as it was scanned, takes it out, or wants this many. */
export const choices = ['held', 'gone', 1, 2, 3, 5] as const;
export type Choice = 'held' | 'gone' | number;

/** A choice for each of the first products of a basket; which products those are is the target's affair. */
export type Selection = readonly Choice[];

const slots = 4;

/** The simplest selection leaves everything as it was. */
export const selections: fc.Arbitrary<Selection> = fc.array(fc.constantFrom(...choices), {
  minLength: 1,
  maxLength: slots,
});

export type Chosen = ReturnType<typeof choose>;

/** A selection applied to the products of a basket. Something always stays: an empty basket is no basket to recalculate. */
export const choose = (products: readonly Product[], selection: Selection) => {
  const changeable = products.filter((product) => !product.free);
  const choiceOf = (product: Product): Choice => selection[changeable.indexOf(product)] ?? 'held';
  const staying = changeable.filter((product) => choiceOf(product) !== 'gone');
  const kept = staying.length > 0 ? staying : changeable.slice(0, 1);
  const quantityOf = (product: Product): number => {
    const choice = choiceOf(product);
    return typeof choice === 'number' ? choice : product.quantity;
  };
  return {
    asked: [
      ...kept.map((product) => ({ ...product, quantity: quantityOf(product) })),
      ...products.filter((product) => product.free),
    ].map(({ id, ean, quantity }) => ({ id, ean, quantity })),
    removed: changeable.filter((product) => !kept.includes(product)),
  };
};
