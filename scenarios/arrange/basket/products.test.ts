import { expect, test } from 'vitest';
import { validate } from '#schemas';
import { readBasket } from './read-basket.ts';
import { oneLess, productsOf, reducedBasket } from './products.ts';

const scanned = readBasket({
  id: 'b1',
  price: {
    currency: 'PLN',
    basketValue: 10,
    discounts: [
      { code: 'OK', value: 1 },
      { code: 'OLD', value: 0, error: 'EXPIRED' },
    ],
  },
  products: [
    { id: 'v1', quantity: 1, unitPrice: 5, linePrice: 5, ean: '' },
    { id: 'v1', quantity: 1, unitPrice: 5, linePrice: 5 },
    { id: 'v1', quantity: 1, unitPrice: 0, linePrice: 0 },
    { id: 'gift', quantity: 1, unitPrice: 0, linePrice: 0 },
    { id: 'none', quantity: 0, unitPrice: 5, linePrice: 0 },
    { id: 'out', quantity: 1, unitPrice: 5, linePrice: 5, error: 'OUT_OF_STOCK' },
  ],
  loggedUser: 'u1',
});

test('products are paid lines taken together, and what is not really there is none', () => {
  expect(productsOf(scanned)).toMatchObject([
    { id: 'v1', quantity: 2, free: false },
    { id: 'gift', quantity: 1, free: true },
  ]);
});

test('one less is of what there is several of, and nothing where there is not', () => {
  expect(oneLess(scanned).map(({ id, quantity }) => [id, quantity])).toEqual([
    ['v1', 1],
    ['gift', 1],
  ]);
  const single = readBasket({ products: [{ id: 'v1', quantity: 1, unitPrice: 5, linePrice: 5 }] });
  expect(oneLess(single)).toMatchObject([{ id: 'v1', quantity: 1 }]);
});

test('the request names what the target said, under a request id of its own', () => {
  const request = reducedBasket('scanned', scanned);
  expect(request).toMatchObject({
    id: 'b1',
    price: { currency: 'PLN', discounts: [{ code: 'OK' }] },
    products: [
      { id: 'v1', quantity: 2, ean: '' },
      { id: 'gift', quantity: 1 },
    ],
    loggedUser: 'u1',
  });
  expect(validate('reduced-basket', request)).toEqual([]);
  expect(reducedBasket('scanned', scanned).requestId).not.toBe(request.requestId);
});
