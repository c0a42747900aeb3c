import { expect, test } from 'vitest';
import { circlesOf, floorsOf } from './circles.ts';
import { readSources } from './imports.ts';
import { shapeOf } from './shape.ts';

const graph = (arrows: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(arrows).map(([from, to]) => [from, new Set(to)]));

test('a circle is found, and counts as one floor', () => {
  const tree = graph({ a: ['b'], b: ['c'], c: ['b', 'd'], d: [] });
  expect(circlesOf(tree).map((circle) => circle.toSorted())).toEqual([['b', 'c']]);
  expect(floorsOf(tree)).toBe(3);
});

test('rooms whose arrows go both ways are told', () => {
  const file = (path: string, ...imports: readonly string[]) => ({ path, lines: 1, imports });
  const shape = shapeOf('x', [
    file('x/a/one.ts', 'x/b/two.ts'),
    file('x/b/two.ts'),
    file('x/b/three.ts', 'x/a/one.ts'),
  ]);
  expect(shape).toMatchObject({ circles: [], mutual: [['a', 'b']], floors: 3, rooms: 2, here: 0 });
  expect(shape.upward).toHaveLength(1);
});

test('imports are read through the doors', () => {
  const [own] = readSources(process.cwd(), ['lab/structure']).filter(({ path }) => path.endsWith('main.ts'));
  expect(own?.imports).toEqual(['lab/structure/imports.ts', 'lab/structure/marks.ts', 'lab/structure/shape.ts']);
});
