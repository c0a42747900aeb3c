import { expect, test } from 'vitest';
import type { Listed } from '#traffic/laws';
import { kindsOf, plansWithoutRepeat, positionsIn } from './positions.ts';

const listed = Array.from(
  { length: 300 },
  (_, index) => ({ id: `p${index}`, epochMs: 1_000 * index, finer: '' }) as Listed,
);

test('whatever is drawn, the page with the last product alone is asked for, and no position twice', () => {
  const positions = positionsIn(listed);
  const kinds = kindsOf(positions, ({ id }) => id);
  for (let seed = 0; seed < 20; seed++) {
    const drawn = plansWithoutRepeat(positions, kinds, { maximum: 100, most: 15, seed });
    expect(drawn).toHaveLength(15);
    expect(drawn[0]).toEqual({ position: { epochMs: 298_000, id: 'p298' }, limit: 100 });
    expect(new Set(drawn.map(({ position }) => position)).size).toBe(15);
  }
  expect(plansWithoutRepeat({ existing: [] }, [], { maximum: 100, most: 15, seed: 1 })).toEqual([]);
});

test('every feature of a checkpoint is met, however few have it', () => {
  const some = listed.map((product, index) => ({ ...product, id: index % 90 === 1 ? `ź:${product.id}` : product.id }));
  const positions = positionsIn(some);
  const kinds = kindsOf(positions, ({ id }) => id);
  for (let seed = 0; seed < 20; seed++) {
    const drawn = plansWithoutRepeat(positions, kinds, { maximum: 100, most: 15, seed });
    expect(drawn.some(({ position }) => position.id.includes(':'))).toBe(true);
    expect(drawn.filter(({ limit }) => limit > 5).length).toBeGreaterThan(1);
    expect(new Set(drawn.map(({ limit }) => limit)).size).toBeGreaterThan(3);
  }
});
