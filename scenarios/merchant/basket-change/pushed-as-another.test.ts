import { expect, test } from 'vitest';
import type { PushedChange } from '../../context/merchant.ts';
import { pushedAsAnother } from './pushed-as-another.ts';

const holding = (id: string, product: string) => ({
  id,
  products: [{ id: product, quantity: 1, unitPrice: 5, linePrice: 5 }],
});
const push = (id: string, product: string, status = 200): PushedChange => ({
  body: holding(id, product),
  receivedAt: 1,
  status,
  exchange: 9,
});

/** A shop with a basket `a` that holds `v`, and some other. */
const told = async (first: PushedChange, again: PushedChange = first, shown: Record<string, string> = { b: 'w' }) => {
  const held: Record<string, string> = { a: 'v', ...shown };
  const retrieve = (id: string) =>
    Promise.resolve({ kind: 'answered', body: holding(id, held[id] ?? ''), exchange: 5, valid: true });
  const world = { merchant: { retrieve } } as unknown as Parameters<typeof pushedAsAnother>[0];
  const next = () => Promise.resolve(again);
  return (await pushedAsAnother(world, { basketId: 'a', exchange: 1 }, first, next))?.status;
};

test('what a basket holds, pushed twice under the id of another one', async () => {
  expect(await told(push('b', 'v'))).toBe('failed');
});

test('its own id, one that was not loaded, a change of the other basket, and one that is pushed right the next time', async () => {
  expect(await told(push('a', 'v'))).toBeUndefined();
  expect(await told(push('b', 'v', 400))).toBeUndefined();
  expect(await told(push('b', 'w'))).toBeUndefined();
  expect(await told(push('b', 'v'), push('a', 'v'))).toBeUndefined();
  expect(await told(push('b', 'v'), undefined, { b: 'v' })).toBeUndefined();
});
