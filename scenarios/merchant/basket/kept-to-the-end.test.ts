import { expect, test } from 'vitest';
import type { Answer } from '../../context/merchant.ts';
import { keptToTheEnd } from './kept-to-the-end.ts';

interface Shop {
  /** What the retrieval of the first, second … basket is answered with at the end; undefined: as it was made. */
  readonly later: readonly (Lines | number | undefined)[];
  readonly livesMs?: number;
  /** Whether a basket that is made at the end holds anything. */
  readonly isSoldOut?: boolean;
  /** What each retrieval of that is answered with. */
  readonly onNew?: () => number | undefined;
}

type Lines = readonly { readonly id: string; readonly quantity: number; readonly error?: string }[];

const whole: Lines = [{ id: 'v1', quantity: 2 }];

/** A shop whose baskets are looked at once others are over. */
const told = async ({ later, livesMs = 900_000, isSoldOut = false, onNew }: Shop) => {
  let [made, areOver] = [0, false];
  const answered = (products: Lines): Answer => {
    const body = { id: 'b', expiresAt: new Date(livesMs).toISOString(), products };
    return { kind: 'answered', status: 200, body, valid: true, exchange: 1, durationMs: 1 };
  };
  const world = {
    merchant: {
      retrieve: async (id: string) => {
        const wish = areOver ? (id === '2' && onNew ? onNew() : later[Number(id)]) : undefined;
        if (typeof wish === 'number')
          return await Promise.resolve({ kind: 'refused', status: wish, text: '', exchange: 2 });
        return answered(wish ?? (areOver && isSoldOut ? [] : whole));
      },
    },
    baskets: { lease: () => Promise.resolve({ kind: 'leased', basketId: String(made++), origin: 'trigger' }) },
    triggers: { has: () => true },
    clock: { now: () => 0 },
    fixtures: { products: { inStock: ['v1'] } },
    othersOver: () => {
      areOver = true;
      return Promise.resolve();
    },
  } as unknown as Parameters<typeof keptToTheEnd>[0];
  return (await keptToTheEnd(world)).status;
};

test('baskets that are gone, or empty, long before they expire', async () => {
  expect(await told({ later: [404, 404] })).toBe('failed');
  expect(await told({ later: [[], [{ id: 'v1', quantity: 0 }]] })).toBe('failed');
});

test('what is there, was lost once, or was sold out meanwhile', async () => {
  expect(await told({ later: [] })).toBe('passed');
  expect(await told({ later: [404, undefined] })).toBe('passed');
  expect(await told({ later: [[], []], isSoldOut: true })).toBe('passed');
  expect(await told({ later: [[{ id: 'v1', quantity: 0, error: 'OUT_OF_STOCK' }], []] })).toBe('passed');
});

test('a shop that shows no basket twice is told so elsewhere', async () => {
  let scans = 0;
  expect(await told({ later: [404, 404], onNew: () => (++scans > 1 ? 404 : undefined) })).toBe('not-exercised');
});

test('an answer that says nothing of the basket, and one that lives too short', async () => {
  expect(await told({ later: [503, 503] })).toBe('passed');
  expect(await told({ later: [404, 404], livesMs: 20_000 })).toBe('not-exercised');
});
