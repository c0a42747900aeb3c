import type { ReducedBasket } from '#schemas';
import { expect, test } from 'vitest';
import type { Replied } from '../../arrange/basket/basket-calls.ts';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { moreLocked } from './more-locked.ts';

const max = 3;
const won: ReducedBasket = {
  requestId: 'r',
  id: 'b',
  price: { discounts: [] },
  products: [{ id: 'v1', quantity: max }],
};

const held: Replied = { kind: 'replied', basket: readBasket({ id: 'b' }), exchange: 0, isValid: true };

/** A shop that answers locks by the quantity asked for. */
const shop =
  (answer: (asked: number) => { readonly quantity: number; readonly error?: string }) =>
  async ({ products: [line] }: ReducedBasket): Promise<Replied> => {
    const products = line === undefined ? [] : [{ ...line, ...answer(line.quantity), unitPrice: 5, linePrice: 5 }];
    return await Promise.resolve({ kind: 'replied', basket: readBasket({ products }), exchange: 1, isValid: true });
  };
type Answer = Parameters<typeof shop>[0];
const told = async (answer: Answer, calculated: Answer = answer) =>
  (await moreLocked({ id: 'v1', max, won, held }, shop(answer), shop(calculated)))?.outcome.status;

test('one more than there is carries an error, or is told', async () => {
  const error = 'QUANTITY_TOO_BIG';
  expect(await told((asked) => (asked > max ? { quantity: max, error } : { quantity: asked }))).toBe('passed');
  expect(await told((asked) => ({ quantity: Math.min(asked, max) }))).toBe('failed');
  expect(await told((asked) => ({ quantity: asked }))).toBe('failed');
});

test('a lock that stays as it is, or is no longer there, says nothing', async () => {
  expect(await told(() => ({ quantity: max }))).toBeUndefined();
  let left = max + 1;
  expect(await told((asked) => ({ quantity: Math.min(asked, --left) }))).toBeUndefined();
});

test('more than is asked for, when less is, is told of where a recalculation holds just so many', async () => {
  const asIs: Answer = (asked) => ({ quantity: asked });
  expect(await told(() => ({ quantity: max }), asIs)).toBe('failed');
  expect(await told(() => ({ quantity: max, error: 'QUANTITY_TOO_BIG' }), asIs)).toBeUndefined();
  expect(await told(() => ({ quantity: 1 }), asIs)).toBeUndefined();
});

test('what two lines ask for together is added up, or it is told', async () => {
  const lines =
    (isAddedUp: boolean) =>
    async ({ products }: ReducedBasket): Promise<Replied> => {
      const sum = products.reduce((all, { quantity }) => all + quantity, 0);
      const isShort = (isAddedUp ? sum : (products[0]?.quantity ?? 0)) > max;
      const fate = isShort ? { quantity: max, error: 'QUANTITY_TOO_BIG' } : { quantity: sum };
      const basket = readBasket({ products: sum === 0 ? [] : [{ id: 'v1', ...fate, unitPrice: 5, linePrice: 5 }] });
      return await Promise.resolve({ kind: 'replied', basket, exchange: 1, isValid: true });
    };
  const toldOf = async (isAddedUp: boolean, inTwoLines: boolean) =>
    (await moreLocked({ id: 'v1', max, won, held }, lines(isAddedUp), lines(isAddedUp), inTwoLines))?.outcome.status;
  expect(await toldOf(true, true)).toBe('passed');
  expect(await toldOf(false, true)).toBe('failed');
  expect(await toldOf(false, false)).toBe('passed');
});
