import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import type { PushedChange } from '../../context/merchant.ts';
import { unlikeRetrieved } from './pushed-as-retrieved.ts';

const basket = (quantity: number, id = 'v', unitPrice = 100) => ({
  id: 'b',
  products: [{ id, quantity, unitPrice, linePrice: quantity * unitPrice }],
});
const push = (body: object): PushedChange => ({ body, receivedAt: 1, status: 200, exchange: 2 });

interface Seen {
  readonly before?: object;
  readonly pushed: object;
  readonly now: object;
  /** A push that is under way. */
  readonly later?: object;
}

const isTold = async ({ before = basket(2), pushed, now, later }: Seen): Promise<boolean> => {
  const answer = { kind: 'answered', status: 200, body: now, valid: true, exchange: 3, durationMs: 1 };
  const next = later && push(later);
  const world = {
    merchant: { retrieve: () => Promise.resolve(answer) },
    platform: {
      nextChange: (matches: (change: PushedChange) => boolean) =>
        Promise.resolve(next && matches(next) ? next : undefined),
    },
  } as unknown as Parameters<typeof unlikeRetrieved>[0];
  const opened = { basketId: 'b', basket: readBasket(before) };
  return (await unlikeRetrieved(world, opened, push(pushed), opened.basket)) !== undefined;
};

test('a push of the basket before its change, or of another basket, is unlike it', async () => {
  expect(await isTold({ pushed: basket(2), now: basket(3) })).toBe(true);
  expect(await isTold({ pushed: basket(1, 'w'), now: basket(3) })).toBe(true);
  expect(await isTold({ pushed: basket(3, 'w', 70), now: basket(3) })).toBe(true);
});

test('a change that is retrieved later or never, one of its own, and one that is pushed next say nothing', async () => {
  expect(await isTold({ pushed: basket(3), now: basket(3) })).toBe(false);
  expect(await isTold({ pushed: basket(3, 'product-of-v'), now: basket(3) })).toBe(false);
  expect(await isTold({ pushed: basket(3), now: basket(2) })).toBe(false);
  expect(await isTold({ pushed: basket(2), now: basket(3), later: basket(3) })).toBe(false);
  const short = { id: 'b', products: [{ id: 'v', quantity: 1, error: 'QUANTITY_TOO_BIG' }] };
  expect(await isTold({ pushed: basket(3), now: short })).toBe(false);
});
