import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import type { ReducedBasket } from '#schemas';
import { heldOn, ownRequest } from './held-lock.ts';

const won = { requestId: 'r', id: 'b', price: { discounts: [] }, products: [] };

test('what is locked goes on under the id that the lock was answered under, if any', () => {
  const heldAs = (id?: string) =>
    ownRequest({ won, held: { kind: 'replied', basket: readBasket({ id }), exchange: 1, isValid: true } }).id;
  expect([heldAs('b'), heldAs('locked'), heldAs()]).toEqual(['b', 'locked', 'b']);
});

/** Of a shop that has given up what was locked, or into which so many more have come. */
const givenLater = async (more: number) => {
  const max = 3;
  const holds = new Map<string, number>(more > 0 ? [['won', max]] : []);
  const answered = (body: object) => Promise.resolve({ kind: 'answered', status: 200, body, valid: true, exchange: 2 });
  const lock = ({ id, products }: ReducedBasket) => {
    const asked = products?.[0]?.quantity ?? 0;
    const others = [...holds].reduce((sum, [holder, quantity]) => (holder === id ? sum : sum + quantity), 0);
    const quantity = Math.min(asked, Math.max(0, max + more - others));
    holds.set(id, quantity);
    return answered({ id, products: [{ id: 'v', quantity, ...(quantity < asked && { error: 'OUT_OF_STOCK' }) }] });
  };
  const world = {
    merchant: { lock, retrieve: (id: string) => answered({ id, products: [{ id: 'v', quantity: max }] }) },
    baskets: { lease: () => Promise.resolve({ kind: 'leased', basketId: 'third', origin: 'trigger' }) },
    triggers: { has: () => true },
    clock: { now: () => 0 },
    idle: () => Promise.resolve(),
  } as unknown as Parameters<typeof heldOn>[0];
  const request = (id: string): ReducedBasket => ({ ...won, id, products: [{ id: 'v', quantity: max }] });
  const basket = readBasket({ id: 'won', expiresAt: '2126-01-01T00:00:00Z' });
  const held = { kind: 'replied', basket, exchange: 1, isValid: true } as const;
  return await heldOn(world, { id: 'v', max, held, won: request('won'), lost: request('lost') });
};

test('units of a lock that another basket is given are told, unless there are more by then', async () => {
  expect((await givenLater(0))?.outcome.status).toBe('failed');
  expect(await givenLater(40)).toBeUndefined();
});
