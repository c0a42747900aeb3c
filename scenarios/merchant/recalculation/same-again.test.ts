import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { otherwiseAgain } from './same-again.ts';

const reply = (exchange: number, { cost = 990, value = 500, currency = 'EUR', basketValue = 1500 } = {}) => ({
  exchange,
  basket: readBasket({
    price: { currency, basketValue, discounts: [{ code: 'FIVE', value }] },
    deliveryOptions: [{ key: 'ELECTRONIC', cost }],
    products: [],
  }),
});
const between = (other: Parameters<typeof reply>[1]) => otherwiseAgain(reply(1), reply(2, other));

test('the same basket again is nothing to tell', () => {
  expect(between({})).toBeUndefined();
});

test('another value, whatever else there is, is that of a code applied again', () => {
  for (const other of [{ value: 1000 }, { basketValue: 1000 }, { cost: 0, basketValue: 1000 }])
    expect(between(other)).toMatchObject({ cause: 'code applied again', exchanges: [1, 2] });
});

test('what a delivery costs and the currency are named, and no code', () => {
  expect(between({ cost: 997 })).toMatchObject({
    actual: 'delivery ELECTRONIC for 997',
    cause: 'what a delivery costs recalculated otherwise',
  });
  expect(between({ currency: 'PLN' })?.message).toContain('differ in the currency alone');
});

test('who may buy a product is named, and no code', () => {
  const sold = (...policies: readonly object[]) => ({
    exchange: 1,
    basket: readBasket({ products: [{ id: 'v', quantity: 1, policies }], price: { basketValue: 5, discounts: [] } }),
  });
  const restricted = sold({ type: 'AGE', criteria: { minAge: 18 } });
  expect(otherwiseAgain(restricted, sold())?.message).toContain('differ in the policies of a product alone');
  expect(otherwiseAgain(restricted, restricted)).toBeUndefined();
});
