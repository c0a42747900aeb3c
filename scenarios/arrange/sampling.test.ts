import { expect, test } from 'vitest';
import { isLeftOut, someOf } from './sampling.ts';

const shopOf = ({ waits = true, withinMs }: { waits?: boolean; withinMs?: number } = {}) => {
  const said: unknown[] = [];
  const attempted = (...one: readonly unknown[]) => void said.push(one);
  return { said, world: { keepsWaiting: () => waits, attemptsWithinMs: withinMs, attempted } };
};
const chosen = (things: readonly number[], shop: { waits?: boolean; withinMs?: number } = {}) => {
  const { world, said } = shopOf(shop);
  return { things: someOf(world, 'limited products', things), said };
};

test('at a shop that keeps one waiting two of each kind are tried, and it is said how many there were', () => {
  expect(chosen([1, 2, 3, 4])).toEqual({ things: [1, 4], said: [['limited products', 2, 4]] });
  expect(chosen([1, 2])).toEqual({ things: [1, 2], said: [] });
});

test('all of them at any other shop, and where there is time for all', () => {
  expect(chosen([1, 2, 3], { waits: false })).toEqual({ things: [1, 2, 3], said: [] });
  expect(chosen([1, 2, 3], { withinMs: 60_000 })).toEqual({ things: [1, 2, 3], said: [] });
});

test('an occasion like others is left out at such a shop alone', () => {
  const slow = shopOf();
  expect(isLeftOut(slow.world, 'another lock')).toBe(true);
  expect(slow.said).toEqual([['another lock', 0, 1]]);
  expect(isLeftOut(shopOf({ waits: false }).world, 'another lock')).toBe(false);
});
