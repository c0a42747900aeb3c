import { expect, test } from 'vitest';
import type { ReducedBasket } from '#schemas';
import type { Answer } from '../../context/merchant.ts';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { heldWhenCut } from './held-lock.ts';

const max = 3;
const request = (id: string): ReducedBasket => ({ requestId: 'r', id, products: [{ id: 'v', quantity: max }] });
const held = { kind: 'replied', basket: readBasket({ id: 'won' }), exchange: 1, isValid: true } as const;

interface Shop {
  /** How much a lock that cannot be met sets aside. */
  readonly cut: (rest: number) => number;
  /** Comes in once the first lock was cut. */
  readonly more?: number;
}

const told = async ({ cut, more = 0 }: Shop) => {
  const holds = new Map([['won', max]]);
  let stock = max;
  let times = 0;
  const answer = ({ id, products }: ReducedBasket): Promise<Answer> => {
    const asked = products?.[0]?.quantity ?? 0;
    if (++times === 2) stock += more;
    const others = [...holds].reduce((sum, [holder, quantity]) => (holder === id ? sum : sum + quantity), 0);
    const rest = Math.max(0, stock - others);
    const isShort = asked > rest;
    holds.set(id, isShort ? cut(rest) : asked);
    const line = { id: 'v', quantity: Math.min(asked, rest), ...(isShort && { error: 'QUANTITY_TOO_BIG' }) };
    const body = { id, expiresAt: '2126-01-01T00:00:00Z', products: [line] };
    return Promise.resolve({ kind: 'answered', status: 200, body, valid: true, exchange: times, durationMs: 1 });
  };
  const world = { merchant: { lock: answer }, clock: { now: () => 0 } } as unknown as Parameters<typeof heldWhenCut>[0];
  return (await heldWhenCut(world, { id: 'v', max, held, won: request('won'), lost: request('lost') }))?.status;
};

test('a cut lock that sets nothing aside is told', async () => {
  expect(await told({ cut: () => 0 })).toBe('failed');
});

test('one that holds what it answered with is not, nor where more has come in', async () => {
  expect(await told({ cut: (rest) => rest })).toBeUndefined();
  expect(await told({ cut: (rest) => rest, more: 2 * max })).toBeUndefined();
  expect(await told({ cut: () => 0, more: max })).toBeUndefined();
});
