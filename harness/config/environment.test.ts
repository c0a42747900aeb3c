import { expect, test } from 'vitest';
import { UsageError } from './usage-error.ts';
import { expandEnvironment } from './read.ts';

test('a variable is replaced wherever it stands, and its value is a secret', () => {
  const config = { merchant: { headers: { Authorization: 'Bearer ${TOKEN}' }, fixtures: { baskets: ['${ID}', 'b'] } } };
  expect(expandEnvironment(config, { TOKEN: 's3cret', ID: 'a' })).toEqual({
    value: { merchant: { headers: { Authorization: 'Bearer s3cret' }, fixtures: { baskets: ['a', 'b'] } } },
    secrets: ['s3cret', 'a'],
  });
});

test('a doubled dollar stands for the text itself', () => {
  expect(expandEnvironment({ note: '$${HOME} and $5' }, {})).toEqual({
    value: { note: '${HOME} and $5' },
    secrets: [],
  });
});

test('a variable that is not set names its key, itself and the way out', () => {
  const expand = () => expandEnvironment({ merchant: { fixtures: { baskets: ['x', '${NOPE}'] } } }, {});
  expect(expand).toThrow(UsageError);
  expect(expand).toThrow(/merchant\.fixtures\.baskets\[1\]: the environment variable NOPE is not set.*\$\$\{NOPE\}/);
});

test('an empty variable is a value and no secret', () => {
  expect(expandEnvironment({ a: '${E}' }, { E: '' })).toEqual({ value: { a: '' }, secrets: [] });
});
