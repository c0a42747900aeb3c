import type { ReducedBasket } from '#schemas';
import { expect, test } from 'vitest';
import { createKnownEans } from './known-eans.ts';

const asking = (...products: ReducedBasket['products']): ReducedBasket => ({
  requestId: 'r',
  id: 'b',
  price: { discounts: [] },
  products,
});

test('a product is asked for with the barcode its shop has told, in a basket or in the catalogue', () => {
  const { told, withEans } = createKnownEans();
  told({ products: [{ id: 'a', ean: '1' }, { id: 'b' }] });
  told({ products: [{ id: 'p', variants: [{ id: 'c', ean: '3' }] }] });
  const asked = asking({ id: 'a', quantity: 1 }, { id: 'b', quantity: 1 }, { id: 'c', quantity: 2 });
  expect(withEans(asked).products).toEqual([
    { id: 'a', ean: '1', quantity: 1 },
    { id: 'b', quantity: 1 },
    { id: 'c', ean: '3', quantity: 2 },
  ]);
});

test('a barcode that is asked for stays, and what is no product tells none', () => {
  const { told, withEans } = createKnownEans();
  for (const odd of [null, 'x', { products: [null, 3, { id: 5, ean: '1' }, { id: 'a', ean: 7 }] }]) told(odd);
  told({ products: [{ id: 'a', ean: '1' }] });
  expect(withEans(asking({ id: 'a', ean: '9', quantity: 1 })).products).toEqual([{ id: 'a', ean: '9', quantity: 1 }]);
});
