import { expect, test } from 'vitest';
import { againFolder, repeatedFolder } from './files.ts';

test.each([
  ['conformance-results', 'conformance-results-again'],
  ['out/shop', 'out/shop-again'],
  ['out/shop-again', 'out/shop-again-2'],
  ['out/shop-again-2', 'out/shop-again-3'],
  ['out/shop-again-9', 'out/shop-again-10'],
])('%s is repeated in %s, which says whose repetition it is', (run, repetition) => {
  expect(againFolder(run)).toBe(repetition);
  expect(repeatedFolder(repetition)).toBe(run);
});

test.each([
  ['out/', 'out-again'],
  ['.', './again'],
  ['../..', '../../again'],
  ['/', '//again'],
])('%s has a repetition too: %s', (run, repetition) => {
  expect(againFolder(run)).toBe(repetition);
});

test('any other name repeats nothing', () => {
  expect(['conformance-results', 'again', '-again', 'x-again-'].map(repeatedFolder)).toEqual(Array(4).fill(undefined));
});
