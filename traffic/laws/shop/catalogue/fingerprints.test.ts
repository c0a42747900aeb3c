import { expect, test } from 'vitest';
import { createFingerprints } from './fingerprints.ts';

test('a variant is new once, the same in its product, and other elsewhere', () => {
  const prints = createFingerprints();
  expect(prints.note('v1', prints.of('p1'))).toBe('new');
  expect(prints.note('v1', prints.of('p1'))).toBe('same');
  expect(prints.note('v1', prints.of('p2'))).toBe('other');
});

test('no two of a hundred thousand ids are taken for one another', () => {
  const prints = createFingerprints();
  for (let index = 0; index < 100_000; index++) expect(prints.note(`v${index}`, prints.of(`p${index}`))).toBe('new');
});

test('beyond its size the table keeps a sample, so that repeats go on being seen', () => {
  const prints = createFingerprints(1 << 13);
  for (let index = 0; index < 50_000; index++) prints.note(`v${index}`, prints.of(`p${index}`));
  let seen = 0;
  for (let index = 0; index < 50_000; index++) if (prints.note(`v${index}`, prints.of('another')) === 'other') seen++;
  expect(seen).toBeGreaterThan(2000);
});
