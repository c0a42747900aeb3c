import { expect, test } from 'vitest';
import { parseJson, writeJson } from './exact-numbers.ts';

const nanoseconds = '{"at":{"epochNanos":1795660729583000010,"list":[1795660729583000011,12]},"seq":10}';

test('numbers that no double holds go back as they came, wherever what holds them stands', () => {
  const read = parseJson(nanoseconds) as { readonly at: object };
  expect(writeJson(read)).toBe(nanoseconds);
  expect(writeJson({ payload: { checkpoint: read.at } })).toContain('1795660729583000010');
});

test('such a number is found wherever it begins', () => {
  for (let before = 0; before < 40; before++) {
    const text = `{"${'n'.repeat(before)}":9007199254740993}`;
    expect(writeJson(parseJson(text) as object)).toBe(text);
  }
});

test('all else is written as ever', () => {
  const text = '{"id":"1795660729583000010","amount":1999,"rate":0.1}';
  expect(writeJson(parseJson(text) as object)).toBe(text);
  expect(writeJson({ at: 2 ** 60 })).toBe('{"at":1152921504606847000}');
});
