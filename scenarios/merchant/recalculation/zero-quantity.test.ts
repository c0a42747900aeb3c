import type { ReducedBasket } from '#schemas';
import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import type { Answer } from '../../context/merchant.ts';
import { noneOf } from './zero-quantity.ts';

type Lines = readonly { readonly id: string; readonly quantity: number }[];

const priced = (lines: Lines) => lines.map((line) => ({ ...line, unitPrice: 5, linePrice: 5 * line.quantity }));
const held: Lines = ['v1', 'v2', 'v3'].map((id) => ({ id, quantity: 1 }));

/** A shop that answers requests by their lines; undefined: with 400. */
const told = async (answer: (asked: Lines) => Lines | undefined) => {
  let exchange = 0;
  const recalculate = async ({ products }: ReducedBasket): Promise<Answer> => {
    const lines = answer(products);
    exchange++;
    return await Promise.resolve(
      lines === undefined
        ? { kind: 'refused', status: 400, text: '', exchange, durationMs: 1 }
        : { kind: 'answered', status: 200, body: { products: priced(lines) }, valid: true, exchange, durationMs: 1 },
    );
  };
  const world = { merchant: { recalculate }, fixtures: {} } as unknown as Parameters<typeof noneOf>[0];
  const basket = readBasket({ id: 'b', products: priced(held) });
  return (await noneOf(world, { basketId: 'b', origin: 'trigger', basket, exchange: 0 }))?.status;
};
const isNone = ({ quantity }: Lines[number]): boolean => quantity === 0;
const behindNone = (lines: Lines, index: number): boolean => lines.slice(index - 1, index).some(isNone);

test('what stands beside a product with quantity 0 is as it is asked for', async () => {
  expect(await told((lines) => lines)).toBe('passed');
  expect(await told((lines) => lines.filter((line) => !isNone(line)))).toBe('passed');
  expect(await told((lines) => lines.filter((_, index) => !behindNone(lines, index)))).toBe('failed');
  expect(
    await told((lines) =>
      lines.map((line, index) => (behindNone(lines, index) ? { ...line, quantity: line.quantity + 1 } : line)),
    ),
  ).toBe('failed');
});

test('nor is anything said of a refusal, of what goes with the product however it is taken out, or of what is lost once', async () => {
  expect(await told((lines) => (lines.some(isNone) ? undefined : lines))).toBeUndefined();
  const goesAlong = (lines: Lines) => {
    const isThere = lines.some(({ id, quantity }) => id === 'v1' && quantity > 0);
    return lines.filter(({ id }) => id !== 'v2' || isThere);
  };
  expect(await told(goesAlong)).toBe('passed');
  let asked = 0;
  expect(await told((lines) => (++asked === 1 ? lines.slice(0, 1) : lines))).toBe('passed');
});
