import { expect, test } from 'vitest';
import { createCoveringPlan, type Factors, holdsLevels, type Row } from './covering.ts';

const factors: Factors = { a: ['0', '1', '2'], b: ['0', '1', '2'], c: ['0', '1'], d: ['0', '1'], e: ['0', '1'] };

const rowsOf = (plan: ReturnType<typeof createCoveringPlan>): readonly Row[] => {
  const rows: Row[] = [];
  for (let row = plan.next(); row !== undefined; row = plan.next()) rows.push(row);
  return rows;
};

const pairs = Object.entries(factors).flatMap(([one, levels], index) =>
  Object.entries(factors)
    .slice(index + 1)
    .flatMap(([other, others]) => levels.flatMap((a) => others.map((b) => ({ [one]: a, [other]: b })))),
);
const covered = (rows: readonly Row[]): number =>
  pairs.filter((pair) => rows.some((row) => holdsLevels(row, pair))).length;

test.each([1, 2, 3])('every pair is covered by few rows, of which the first cover most, with seed %i', (seed) => {
  const rows = rowsOf(createCoveringPlan(factors, { strength: 2, seed }));
  expect(covered(rows)).toBe(pairs.length);
  expect(rows.length).toBeLessThanOrEqual(14);
  expect(covered(rows.slice(0, 5))).toBeGreaterThan(pairs.length * 0.7);
  expect(rows).toEqual(rowsOf(createCoveringPlan(factors, { strength: 2, seed })));
  expect(rowsOf(createCoveringPlan(factors, { strength: 3, seed })).length).toBeLessThanOrEqual(40);
});

test('a sparing plan covers the same with more that is plain', () => {
  const plans = [false, true].map((isSparing) =>
    rowsOf(createCoveringPlan(factors, { strength: 2, seed: 1, isSparing })),
  );
  const plainIn = (rows: readonly Row[]): number => rows.flatMap(Object.values).filter((level) => level === '0').length;
  const [usual = 0, spared = 0] = plans.map((rows) => plainIn(rows) / rows.length);
  expect(plans.map(covered)).toEqual([pairs.length, pairs.length]);
  expect(spared).toBeGreaterThan(usual);
});

test('levels that are avoided come together no more, and all else is covered', () => {
  const plan = createCoveringPlan(factors, { strength: 2, seed: 1 });
  plan.avoid({ a: '1', b: '1' });
  plan.avoid({ c: '1' });
  const rows = rowsOf(plan);
  expect(rows.some(({ a, b, c }) => c === '1' || (a === '1' && b === '1'))).toBe(false);
  expect(covered(rows)).toBe(pairs.filter((pair) => pair['c'] !== '1').length - 1);
});

test('only what was answered counts as covered', () => {
  const plan = createCoveringPlan(factors, { strength: 2, seed: 1, avoided: [{ a: '1', b: '1' }] });
  expect(plan.shares()).toMatchObject([
    { size: 2, covered: 0, all: pairs.length - 1 },
    { size: 3, covered: 0 },
  ]);
  plan.answered(plan.next() ?? {});
  expect(plan.shares()).toMatchObject([{ covered: 10 }, { covered: 10 }]);
  for (const row of rowsOf(plan)) plan.answered(row);
  expect(plan.shares()[0]).toMatchObject({ covered: pairs.length - 1, all: pairs.length - 1 });
});
