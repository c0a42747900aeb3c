import type { ReducedBasket } from '#schemas';
import { expect, test } from 'vitest';
import type { Answer } from '../../context/merchant.ts';
import { shownInPart } from './shown-in-part.ts';

type Lines = readonly { readonly id: string; readonly quantity: number }[];

const ids = ['v1', 'v2', 'v3', 'v4'];
const made: Lines = ids.map((id) => ({ id, quantity: 1 }));

/** A shop that shows what is in a basket, as it was made and as it was last asked for. */
const told = async (shown: (made: Lines, now: Lines) => Lines) => {
  let now = made;
  const answered = async (lines: Lines): Promise<Answer> => {
    const products = lines.map((line) => ({ ...line, unitPrice: 5, linePrice: 5 * line.quantity }));
    const body = { id: 'b', products };
    return await Promise.resolve({ kind: 'answered', status: 200, body, valid: true, exchange: 1, durationMs: 1 });
  };
  const world = {
    merchant: {
      retrieve: () => answered(shown(made, now)),
      recalculate: ({ products }: ReducedBasket) => {
        now = products;
        return answered(products);
      },
    },
    baskets: { lease: () => Promise.resolve({ kind: 'leased', basketId: 'b', origin: 'trigger' }) },
    triggers: { has: () => true },
  } as unknown as Parameters<typeof shownInPart>[0];
  const lines = made.map(({ id, quantity }) => ({ variantId: id, quantity }));
  return (await shownInPart(world, lines)).kept?.status;
};

test('some of what was just recalculated, at its new quantities, is not the basket', async () => {
  expect(await told((_, now) => now.slice(0, 3))).toBe('failed');
});

test('a basket may be shown as it was made, with less than it was to hold, or whole once it was changed', async () => {
  expect(await told((scanned) => scanned.slice(0, 3))).toBeUndefined();
  expect(await told((scanned) => scanned)).toBeUndefined();
  expect(await told((_, now) => now)).toBeUndefined();
  expect(await told((scanned, now) => (now === scanned ? scanned.slice(0, 3) : now))).toBeUndefined();
});

test('what stands there under another id may be what is missing', async () => {
  const renamed = (now: Lines): Lines => now.map((line) => (line.id === 'v4' ? { ...line, id: 'p4' } : line));
  expect(await told((_, now) => renamed(now))).toBeUndefined();
});
