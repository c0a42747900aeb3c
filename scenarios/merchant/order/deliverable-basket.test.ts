import { expect, test } from 'vitest';
import type { ReducedBasket } from '#schemas';
import type { OpenBasket } from '../../arrange/basket/open-basket.ts';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import type { Answer } from '../../context/merchant.ts';
import { deliverable, noDelivery } from './deliverable-basket.ts';

/** Delivers from so many pieces on, and has so many. */
const shop = (least: number, stock = Number.POSITIVE_INFINITY) => {
  const asked: number[] = [];
  const bodyOf = (quantity: number) => ({
    id: 'b',
    deliveryOptions: quantity < least ? [] : [{ key: 'ELECTRONIC', cost: 0 }],
    products: [
      { id: 'v', quantity: Math.min(quantity, stock), ...(quantity > stock && { error: 'QUANTITY_TOO_BIG' }) },
    ],
  });
  const recalculate = ({ products }: ReducedBasket): Promise<Answer> => {
    const quantity = products?.[0]?.quantity ?? 0;
    asked.push(quantity);
    const seen = { valid: true, exchange: asked.length, durationMs: 1 };
    return Promise.resolve({ kind: 'answered', status: 200, body: bodyOf(quantity), ...seen });
  };
  const basket = readBasket(bodyOf(1));
  const opened: OpenBasket = { basketId: 'b', origin: 'trigger', basket, exchange: 0 };
  return { asked, opened, world: { merchant: { recalculate } } as unknown as Parameters<typeof deliverable>[0] };
};

test.each([
  ['what is delivered is ordered as it is', shop(1), [], 1],
  ['as much as is delivered is ordered', shop(2), [1, 3], 3],
  ['a lot, where less will not do', shop(5), [1, 3, 9], 9],
  ['what is never delivered is left as it was', shop(99), [1, 3, 9], 1],
  ['what there is too little of is left as it was', shop(2, 2), [1, 3, 9], 1],
])('%s', async (_, { asked, opened, world }, requests, quantity) => {
  const found = await deliverable(world, opened);
  expect(asked).toEqual(requests);
  expect(found.basket.lines?.[0]?.quantity).toBe(quantity);
});

test('the remedy is where the basket came from', () => {
  expect(noDelivery('fixture')).toMatchObject({ unlock: 'merchant.fixtures.baskets' });
  expect(noDelivery('trigger')).toMatchObject({ unlock: 'merchant.fixtures.products.inStock' });
});
