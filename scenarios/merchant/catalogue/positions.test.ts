import { expect, test } from 'vitest';
import type { Listed } from '#traffic/laws';
import { lastPlan, plansOver, plansWithoutRepeat, positionsIn } from './positions.ts';

const listed = Array.from(
  { length: 300 },
  (_, index) => ({ id: `p${index}`, epochMs: 1_000 * index, finer: '' }) as Listed,
);

test('whatever is drawn, the page with the last product alone is asked for, and no position twice', () => {
  const positions = positionsIn(listed);
  const plans = plansOver(positions, 100, ({ id }) => id);
  for (let seed = 0; seed < 20; seed++) {
    const drawn = plansWithoutRepeat(plans, 15, seed, lastPlan(positions, 100));
    expect(drawn).toHaveLength(15);
    expect(drawn[0]).toEqual({ position: { epochMs: 298_000, id: 'p298' }, limit: 100 });
    expect(new Set(drawn.map(({ position }) => position)).size).toBe(15);
  }
  expect(lastPlan({ existing: [], tied: [], stale: [] }, 100)).toEqual([]);
});
