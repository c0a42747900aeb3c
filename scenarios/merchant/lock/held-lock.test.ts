import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { ownRequest } from './held-lock.ts';

const won = { requestId: 'r', id: 'b', price: { discounts: [] }, products: [] };

test('what is locked goes on under the id that the lock was answered under, if any', () => {
  const heldAs = (id?: string) =>
    ownRequest({ won, held: { kind: 'replied', basket: readBasket({ id }), exchange: 1, isValid: true } }).id;
  expect([heldAs('b'), heldAs('locked'), heldAs()]).toEqual(['b', 'locked', 'b']);
});
