import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { type Promised, soldToBoth } from './both-ordered.ts';

const promised = [3, 4].map((exchange): Promised => {
  const basket = readBasket({ id: `b${exchange}` });
  return { opened: { basketId: `b${exchange}`, basket } as Promised['opened'], basket, exchange };
});

test('last units that were sold to two baskets are told, and fail where the catalogue counts below zero', () => {
  expect(soldToBoth(promised, { id: 'v', max: 10 }, undefined)).toMatchObject({ status: 'warned', exchanges: [3, 4] });
  expect(soldToBoth(promised, { id: 'v', max: 10 }, 0).status).toBe('warned');
  expect(soldToBoth(promised, { id: 'v', max: 10 }, -10)).toMatchObject({
    status: 'failed',
    actual: 'two orders of 10, after which availableQuantity is -10',
  });
});
