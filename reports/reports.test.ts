import { expect, test } from 'vitest';
import { failing } from '#lab/doubles/reports/reported-cases';
import { reports } from './reports.ts';

test.each(reports)('$name leaves nothing but what it says', async ({ paths, write }) => {
  const files = await write(failing(), {});
  const places = files.map(({ path }) => path.replace(/\/.*/, '/'));
  expect(paths).toEqual(expect.arrayContaining([...new Set(places)]));
});

test('no two reports have a name or a place in common', () => {
  const taken = reports.flatMap(({ name, paths }) => [name, ...paths]);
  expect(new Set(taken).size).toBe(taken.length);
});
