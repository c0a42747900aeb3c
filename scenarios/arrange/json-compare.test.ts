import { expect, test } from 'vitest';
import { mentions } from './json-compare.ts';

test.each([
  ['the id itself', { sku: 'L1' }, 'L1'],
  ['a number', { plu: 7 }, '7'],
  ['a key', { L1: 1900 }, 'L1'],
  ['a long id within a word', 'venue1xL-101', 'L-101'],
  ['a short id that is a word of a text', 'L1;Żurek;1900', 'L1'],
  ['the last word of a text', ['venue-1/L1'], 'L1'],
  ['a word after a longer one that begins like it', 'L10 L1', 'L1'],
])('mentioned: %s', (_, value, id) => {
  expect(mentions(value, id)).toBe(true);
});

test.each([
  ['another id', { sku: 'L2' }, 'L1'],
  ['a longer id that begins like it', 'L10;Bigos', 'L1'],
  ['a word that ends like it', 'ŻL1', 'L1'],
  ['a text without it', 'Żurek', 'L1'],
])('not mentioned: %s', (_, value, id) => {
  expect(mentions(value, id)).toBe(false);
});
