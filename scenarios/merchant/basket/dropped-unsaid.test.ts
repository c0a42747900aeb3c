import { expect, test } from 'vitest';
import type { ReducedBasket } from '#schemas';
import type { Answer } from '../../context/merchant.ts';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { droppedUnsaid } from './dropped-unsaid.ts';

interface Line {
  readonly id: string;
  readonly quantity: number;
  readonly error?: string;
}

const asked = ['v1', 'v2', 'v3'].map((id) => ({ id, quantity: 2 }));

/** By what a request is answered with, the second time as the first. */
const told = async (shown: (lines: readonly Line[], call: number) => readonly Line[]) => {
  let calls = 0;
  const bodyOf = (lines: readonly Line[]) => ({
    id: 'b',
    products: shown(lines, ++calls).map((line) => ({ ...line, unitPrice: 5, linePrice: 5 * line.quantity })),
  });
  const first = { kind: 'replied', basket: readBasket(bodyOf(asked)), exchange: 1, isValid: true } as const;
  const recalculate = ({ products }: ReducedBasket): Promise<Answer> => {
    const body = bodyOf(products);
    return Promise.resolve({ kind: 'answered', status: 200, body, valid: true, exchange: calls, durationMs: 1 });
  };
  const world = { merchant: { recalculate } } as unknown as Parameters<typeof droppedUnsaid>[0];
  const basket = readBasket({ id: 'b', products: [] });
  return (await droppedUnsaid(world, { basketId: 'b', basket }, asked, first))?.status;
};

test('what is dropped beside others, and there by itself, is told', async () => {
  expect(await told((lines) => lines.slice(0, 2))).toBe('failed');
});

test('an error, another product, other quantities, and what is never there are another matter', async () => {
  expect(await told((lines) => lines)).toBeUndefined();
  expect(await told((lines, call) => (call === 1 ? lines.slice(0, 2) : lines))).toBeUndefined();
  expect(await told((lines) => lines.filter(({ id }) => id !== 'v3'))).toBeUndefined();
  expect(
    await told((lines) => lines.slice(0, 2).map((line) => ({ ...line, error: 'QUANTITY_TOO_BIG' }))),
  ).toBeUndefined();
  expect(await told((lines) => [...lines.slice(0, 2), { id: 'box', quantity: 1 }])).toBeUndefined();
  expect(await told((lines) => lines.slice(0, 2).map((line) => ({ ...line, quantity: 1 })))).toBeUndefined();
});
