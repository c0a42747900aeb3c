import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import type { ReducedBasket } from '#schemas';
import { heldOn, heldWhenCut, ownRequest } from './held-lock.ts';

const max = 3;
const request = (id: string): ReducedBasket => ({ requestId: 'r', id, products: [{ id: 'v', quantity: max }] });
const won = request('won');
const heldAs = (id?: string) =>
  ({
    kind: 'replied',
    basket: readBasket({ id, expiresAt: '2126-01-01T00:00:00Z' }),
    exchange: 1,
    isValid: true,
  }) as const;

test('what is locked goes on under the id that the lock was answered under, if any', () => {
  const ids = [heldAs('won'), heldAs('locked'), heldAs()].map((held) => ownRequest({ won, held }).id);
  expect(ids).toEqual(['won', 'locked', 'won']);
});

interface Shop {
  readonly holds?: readonly (readonly [id: string, quantity: number])[];
  readonly stockAt?: (call: number) => number;
  /** How much a lock that cannot be met sets aside. */
  readonly cut?: (rest: number) => number;
}

const worldOf = ({ holds: first = [['won', max]], stockAt = () => max, cut = (rest) => rest }: Shop) => {
  const holds = new Map(first);
  let calls = 0;
  const answered = (body: object) => Promise.resolve({ kind: 'answered', status: 200, body, valid: true, exchange: 2 });
  const lock = ({ id, products }: ReducedBasket) => {
    const asked = products?.[0]?.quantity ?? 0;
    const others = [...holds].reduce((sum, [holder, quantity]) => (holder === id ? sum : sum + quantity), 0);
    const rest = Math.max(0, stockAt(++calls) - others);
    const isShort = asked > rest;
    holds.set(id, isShort ? cut(rest) : asked);
    const line = { id: 'v', quantity: Math.min(asked, rest), ...(isShort && { error: 'QUANTITY_TOO_BIG' }) };
    return answered({ id, expiresAt: '2126-01-01T00:00:00Z', products: [line] });
  };
  return {
    merchant: { lock, retrieve: (id: string) => answered({ id, products: [{ id: 'v', quantity: max }] }) },
    baskets: { lease: () => Promise.resolve({ kind: 'leased', basketId: 'third', origin: 'trigger' }) },
    triggers: { has: () => true },
    clock: { now: () => 0 },
    idle: () => Promise.resolve(),
  } as unknown as Parameters<typeof heldOn>[0];
};
const race = { id: 'v', max, held: heldAs('won'), won, lost: request('lost') };

test('units of a lock that another basket is given are told, unless there are more by then', async () => {
  expect((await heldOn(worldOf({ holds: [] }), race))?.outcome.status).toBe('failed');
  expect(await heldOn(worldOf({ stockAt: () => max + 40 }), race)).toBeUndefined();
});

test('a cut lock that sets nothing aside is told, unless it holds what it answered with, or more has come in', async () => {
  const told = async (shop: Shop) => (await heldWhenCut(worldOf(shop), race))?.status;
  const more = (pieces: number) => (call: number) => (call > 1 ? max + pieces : max);
  expect(await told({ cut: () => 0 })).toBe('failed');
  expect(await told({})).toBeUndefined();
  expect(await told({ stockAt: more(2 * max) })).toBeUndefined();
  expect(await told({ cut: () => 0, stockAt: more(max) })).toBeUndefined();
});
