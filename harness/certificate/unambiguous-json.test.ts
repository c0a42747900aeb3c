import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unambiguousJson } from './unambiguous-json.ts';

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":2}',
  '[{"b":{"c":1,"d":{},"c":2}}]',
  '{"a":[1,{"x":1}],"b":2,"a":3}',
  '{"a":"}{\\"","a":0}',
  '{"":1,"":2}',
  '{',
  '',
])('%s has no reading, or two', (text) => {
  expect(unambiguousJson(text)).toBeUndefined();
});

test('every other JSON text is read as ever', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(unambiguousJson(text)).toEqual(JSON.parse(text));
    }),
  );
});
