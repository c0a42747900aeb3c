import { expect, test } from 'vitest';
import type { ReducedBasket } from '#schemas';
import type { Answer } from '../../context/merchant.ts';
import { countsItself } from './counts-itself.ts';

const max = 3;
const request = (id: string): ReducedBasket => ({
  requestId: 'r',
  id,
  products: [
    { id: 'w', quantity: 1 },
    { id: 'v', quantity: max },
  ],
});

interface Shop {
  /** What a basket may have, of what is left and what it has set aside itself. */
  readonly granted: (left: number, own: number) => number;
  /** Whether a recalculation knows of what others have locked. */
  readonly isBlind?: boolean;
  /** What somebody else has by the call of that number. */
  readonly elsewhere?: (call: number) => number;
}

const told = async ({ granted, isBlind = false, elsewhere = () => 0 }: Shop) => {
  const holds = new Map<string, number>();
  let calls = 0;
  const answer =
    (isLock: boolean) =>
    ({ id, products }: ReducedBasket): Promise<Answer> => {
      const asked = products.find((line) => line.id === 'v')?.quantity ?? 0;
      const others = [...holds].reduce((sum, [holder, quantity]) => (holder === id ? sum : sum + quantity), 0);
      const free = max - elsewhere(++calls) - (isLock || !isBlind ? others : 0);
      if (isLock) holds.set(id, Math.min(asked, Math.max(0, free)));
      const left = Math.max(0, isLock ? granted(free, holds.get(id) ?? 0) : free);
      const short = asked > left && { quantity: left, error: 'OUT_OF_STOCK' };
      const body = {
        id,
        products: products.map((line) => (line.id === 'v' ? { ...line, ...short } : line)),
      };
      return Promise.resolve({ kind: 'answered', status: 200, body, valid: true, exchange: calls, durationMs: 1 });
    };
  const merchant = { lock: answer(true), recalculate: answer(false) };
  const world = { merchant } as unknown as Parameters<typeof countsItself>[0];
  return (await countsItself(world, { id: 'v', max }, [request('one'), request('other')]))?.status;
};

const fewer = (left: number, own: number): number => left - own;

test('a lock that is short by what it sets aside itself is told', async () => {
  expect(await told({ granted: fewer })).toBe('failed');
});

test('one that is granted, or short of what others have, is not', async () => {
  expect(await told({ granted: (left) => left })).toBeUndefined();
  expect(await told({ granted: (left) => left, elsewhere: () => 1 })).toBeUndefined();
  expect(await told({ granted: (left) => left, elsewhere: () => 1, isBlind: true })).toBeUndefined();
  expect(await told({ granted: fewer, elsewhere: (call) => (call > 6 ? 1 : 0) })).toBeUndefined();
});
