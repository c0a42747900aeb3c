import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import type { PushedChange } from '../../context/merchant.ts';
import { unlikeRetrieved } from './pushed-as-retrieved.ts';

const basket = (quantity: number, id = 'v', unitPrice = 100) => ({
  id: 'b',
  products: [{ id, quantity, unitPrice, linePrice: quantity * unitPrice }],
});
const and = (one: ReturnType<typeof basket>, other: object) => ({ ...one, products: [...one.products, other] });
const tea = { id: 't', quantity: 1, unitPrice: 70, linePrice: 70 };
const push = (body: object): PushedChange => ({ body, receivedAt: 1, status: 200, exchange: 2 });

interface Seen {
  /** Before it was recalculated. */
  readonly outdated?: object;
  /** With these. */
  readonly codes?: readonly string[];
  readonly before?: object;
  readonly pushed: object;
  readonly now: object;
  /** A push that is under way. */
  readonly later?: object;
}

const isTold = async (seen: Seen): Promise<boolean> => (await unlike(seen)) !== undefined;

const unlike = async ({ before = basket(2), outdated, codes = [], pushed, now, later }: Seen) => {
  const answer = { kind: 'answered', status: 200, body: now, valid: true, exchange: 3, durationMs: 1 };
  const next = later && push(later);
  const world = {
    merchant: { retrieve: () => Promise.resolve(answer) },
    platform: {
      nextChange: (matches: (change: PushedChange) => boolean) =>
        Promise.resolve(next && matches(next) ? next : undefined),
    },
  } as unknown as Parameters<typeof unlikeRetrieved>[0];
  return await unlikeRetrieved(world, { basketId: 'b' }, push(pushed), {
    before: readBasket(before),
    codes,
    ...(outdated && { outdated: readBasket(outdated) }),
  });
};

test('a push of the basket before its change, or of another basket, is unlike it', async () => {
  expect(await isTold({ pushed: basket(2), now: basket(3) })).toBe(true);
  expect(await isTold({ pushed: basket(1, 'w'), now: basket(3) })).toBe(true);
  expect(await isTold({ pushed: basket(3, 'w', 70), now: basket(3) })).toBe(true);
});

test('so is one of the basket as it was scanned, where it is retrieved as it was recalculated since', async () => {
  expect(
    await isTold({ outdated: and(basket(2), tea), before: basket(2), pushed: and(basket(2), tea), now: basket(2) }),
  ).toBe(true);
  expect(await isTold({ outdated: and(basket(2), tea), before: basket(2), pushed: basket(3), now: basket(2) })).toBe(
    false,
  );
});

test('so is one without the code that the basket is retrieved with, once it was recalculated', async () => {
  const priced = (...discounts: readonly object[]) => ({ ...basket(2), price: { discounts } });
  const now = priced({ code: 'TEN', value: 20 });
  const seen = { outdated: basket(3), before: now, now, codes: ['TEN'] };
  expect(await isTold({ ...seen, pushed: priced() })).toBe(true);
  expect(await isTold({ ...seen, pushed: priced({ code: 'TEN', value: 0, error: 'USED' }) })).toBe(false);
  expect(await isTold({ ...seen, pushed: basket(2) })).toBe(false);
  // Nobody asked for that one, so that it may be the retrieval that is wrong.
  expect(await isTold({ ...seen, codes: ['TWO'], pushed: priced() })).toBe(false);
});

test('a change that is retrieved later or never, one of its own, and one that is pushed next say nothing', async () => {
  expect(await isTold({ pushed: basket(3), now: basket(3) })).toBe(false);
  expect(await isTold({ pushed: basket(3, 'product-of-v'), now: basket(3) })).toBe(false);
  expect(await isTold({ pushed: basket(3), now: basket(2) })).toBe(false);
  expect(await isTold({ pushed: basket(2), now: basket(3), later: basket(3) })).toBe(false);
  const short = { id: 'b', products: [{ id: 'v', quantity: 1, error: 'QUANTITY_TOO_BIG' }] };
  expect(await isTold({ pushed: basket(3), now: short })).toBe(false);
});

test('a push that lacks what stood in the basket before and after, or what has come in where it is of before, is unlike it', async () => {
  expect(await isTold({ before: and(basket(2), tea), pushed: basket(3), now: and(basket(3), tea) })).toBe(true);
  expect(await isTold({ before: basket(2), pushed: basket(2), now: and(basket(2), tea) })).toBe(true);
});

test('gifts, what comes in after the push, what is pushed as sold out, and what the push after it holds say nothing', async () => {
  const gift = { ...tea, unitPrice: 0, linePrice: 0 };
  expect(await isTold({ before: and(basket(2), gift), pushed: basket(3), now: and(basket(3), gift) })).toBe(false);
  expect(await isTold({ before: basket(2), pushed: basket(3), now: and(basket(3), tea) })).toBe(false);
  const soldOut = and(basket(3), { ...tea, quantity: 0, linePrice: 0 });
  expect(await isTold({ before: and(basket(2), tea), pushed: soldOut, now: and(basket(3), tea) })).toBe(false);
  const short = and(basket(3), { ...tea, error: 'OUT_OF_STOCK' });
  expect(await isTold({ before: and(basket(2), tea), pushed: short, now: and(basket(3), tea) })).toBe(false);
  expect(await isTold({ before: and(basket(2), tea), pushed: basket(3), now: short })).toBe(false);
  const all = and(basket(3), tea);
  expect(await isTold({ before: and(basket(2), tea), pushed: basket(3), now: all, later: all })).toBe(false);
});

test('a push at another price has only that looked at once more', async () => {
  const at = (basketValue: number) => ({ ...basket(3), price: { basketValue } });
  expect(await unlike({ pushed: at(200), now: at(300) })).toMatchObject({ isPriceAlone: true });
  expect(await isTold({ pushed: at(300), now: at(300) })).toBe(false);
});
