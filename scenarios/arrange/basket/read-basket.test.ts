import { expect, test } from 'vitest';
import { readBasket, readConfirmation } from './read-basket.ts';

test('nothing readable in a body is no reason to throw', () => {
  for (const body of [undefined, null, 'text', 7, [], {}, { price: [], products: {}, deliveryOptions: 'x' }]) {
    expect(readBasket(body)).toMatchObject({ id: undefined, lines: undefined, discounts: undefined });
    expect(readConfirmation(body)).toEqual({ oaOrderId: undefined, shopOrderId: undefined });
  }
});

test('a field of the wrong type is undefined and its neighbours are read', () => {
  const { lines } = readBasket({ products: [{ id: 'v1', quantity: '2', unitPrice: 1.5, linePrice: 300 }, null] });
  expect(lines?.[0]).toMatchObject({ pointer: '/products/0', id: 'v1', quantity: undefined, linePrice: 300 });
  expect(lines?.[0]?.unitPrice).toBeUndefined();
  expect(lines?.[1]).toMatchObject({ pointer: '/products/1', id: undefined });
});

test('an expiry without an offset names no moment', () => {
  expect(readBasket({ expiresAt: '2026-11-21T10:00:00' })).toMatchObject({ expiresAtMs: undefined });
  expect(readBasket({ expiresAt: '2026-11-21T10:00:00+01:00' }).expiresAtMs).toBe(Date.UTC(2026, 10, 21, 9));
});

test('error null is no error, and an unknown code is still an error', () => {
  const { lines } = readBasket({ products: [{ error: null }, { error: 'SOLD_OUT' }, { error: 7 }] });
  expect(lines?.map(({ error }) => error)).toEqual([undefined, 'SOLD_OUT', '7']);
});

test('a delivery option that cannot be read is left out', () => {
  const { deliveryOptions } = readBasket({
    deliveryOptions: [
      { key: 'ELECTRONIC', cost: 0 },
      { key: 'X', cost: '5' },
    ],
  });
  expect(deliveryOptions).toEqual([{ key: 'ELECTRONIC', cost: 0 }]);
});
