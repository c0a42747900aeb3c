import { expect, test } from 'vitest';
import { readSources } from './imports.ts';
import { bestMarks, marksOf, published } from './marks.ts';
import { foldersOf, shapeOf } from './shape.ts';

const sources = readSources(process.cwd(), [...published, 'lab', 'build']);
const shapes = foldersOf(sources).map((folder) => shapeOf(folder, sources));

test('no folder has a circle, a pair of rooms that import each other, or an arrow that runs back up', () => {
  const wrong = shapes.filter(({ circles, mutual, upward }) => circles.length + mutual.length + upward.length > 0);
  expect(wrong.map(({ folder, circles, mutual, upward }) => ({ folder, circles, mutual, upward }))).toEqual([]);
});

test('a folder that has rooms keeps at most twelve files beside them', () => {
  expect(shapes.filter(({ here, rooms }) => rooms > 0 && here > 12).map(({ folder }) => folder)).toEqual([]);
});

test('scenarios stand at most seven floors high, with at most eight files in their root', () => {
  expect(shapes.find(({ folder }) => folder === 'scenarios')).toMatchObject({
    floors: expect.toSatisfy((floors: number) => floors <= 7),
    here: expect.toSatisfy((files: number) => files <= 8),
  });
});

/** Tables of rows, which nobody reads from end to end. */
const tables = ['schemas/calls.ts', 'lab/mutation/equivalent/merchant.ts', 'lab/mutation/equivalent/pos.ts'];

test('a source file is at most 250 lines long', () => {
  const code = sources.filter(({ path }) => !tables.includes(path));
  expect(code.filter(({ lines }) => lines > 250).map(({ path, lines }) => `${path} ${lines}`)).toEqual([]);
});

test('the house is no larger than it was at its best, and a defect costs no more lines', () => {
  const [now, best] = [marksOf(process.cwd(), sources), bestMarks()];
  for (const [name, mark] of Object.entries(best))
    expect(now[name as keyof typeof now], `${name}: take lines out, the best so far is ${mark}`).toBeLessThanOrEqual(
      mark,
    );
  expect(
    best.publishedLines - now.publishedLines,
    'the mark is far above what is there: npm run structure -- --lower',
  ).toBeLessThan(500);
});
