import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { inside } from './inside.ts';

test.each(['../victim', '/etc/victim', 'a/../../victim', '..', '', '.'])('%s lies outside', (path) => {
  expect(() => inside(testFolder(), path)).toThrow('nothing is written outside');
});

test('what lies inside is where it says, unless a link leads elsewhere', () => {
  const [out, elsewhere] = [testFolder(), testFolder()];
  expect(inside(out, 'allure-results/a.json')).toBe(join(out, 'allure-results', 'a.json'));
  mkdirSync(join(out, 'replays'));
  symlinkSync(elsewhere, join(out, 'allure-results'));
  symlinkSync(join(elsewhere, 'victim'), join(out, 'replays', 'one.json'));
  for (const path of ['allure-results/a.json', 'replays/one.json'])
    expect(() => inside(out, path)).toThrow('is a link');
});
