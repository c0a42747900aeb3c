import { expect, test } from 'vitest';
import { argumentsOf } from './violation/argument.ts';
import { difference } from './violation/difference.ts';
import { excerpt } from './violation/excerpt.ts';
import { readable } from './violation/json-text.ts';
import { printable, printableLine, shortened } from './wording/printable.ts';
import { failing, harnessError, incomplete } from '#lab/doubles/reports/reported-cases';
import { unlocks } from './wording/unlocks.ts';

const lines = (body: string, pointer?: string): readonly string[] =>
  excerpt(body, pointer).map(({ text, marked }) => (marked ? `> ${text}` : `  ${text}`));

test('what cannot be seen is spelled out, line feeds and tabs stay', () => {
  expect(printable('a\u001B[31mb\u202E\u200Bc\r\nd\te\uD800')).toBe('a\\x1b[31mb\\u202e\\u200bc\nd\te\uFFFD');
  expect(printableLine('a\nb')).toBe('a\\nb');
});

test('shortening never leaves half a character', () => {
  expect(shortened('ab😀cd', 4)).toBe('ab…');
  expect(shortened('abc', 3)).toBe('abc');
});

test('numbers are shown as they were written', () => {
  expect(readable('{"a":1.0,"b":12345678901234567890,"c":[],"d":{}}')).toBe(
    '{\n  "a": 1.0,\n  "b": 12345678901234567890,\n  "c": [],\n  "d": {}\n}',
  );
  expect(readable('<html>')).toBe('<html>');
});

test('an excerpt shows the place and its neighbours, and how much it left out', () => {
  const products = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, quantity: 1, tags: [1, 2] }));
  expect(lines(JSON.stringify({ currency: 'PLN', products, last: true }), '/products/3/quantity')).toEqual([
    '  {',
    '    "currency": "PLN"',
    '    "products": [',
    '      … 3 more',
    '      {',
    '        "id": "d"',
    '>       "quantity": 1',
    '        "tags": [1,2]',
    '      }',
    '      … 2 more',
    '    ]',
    '    "last": true',
    '  }',
  ]);
});

test('an excerpt says what is missing where the pointer leads nowhere', () => {
  expect(lines('{"id":"x"}', '/price')).toEqual(['  {', '    "id": "x"', '>   (no "price")', '  }']);
  expect(lines('{"products":[]}', '/products/0/id')).toEqual([
    '  {',
    '    "products": [',
    '>     (no item 0)',
    '    ]',
    '  }',
  ]);
  expect(lines('{"price":3}', '/price/currency')).toEqual(['  {', '>   "price": 3', '  }']);
  expect(lines('[1]', '')).toEqual(['> [1]']);
});

test('an excerpt of what is no JSON is its beginning', () => {
  expect(lines('<h1>\u001B[2J</h1>\nx', '/id')).toEqual(['  <h1>\\x1b[2J</h1>', '  x']);
});

test('only what differs is marked, whole words at a time', () => {
  expect(difference('status "ACTIVE" here', 'status "ACTING" here')).toEqual({
    expected: { before: 'status "', differing: 'ACTIVE', after: '" here' },
    actual: { before: 'status "', differing: 'ACTING', after: '" here' },
  });
});

test('nothing is marked in two texts that have little in common', () => {
  expect(difference('a string', '12').actual).toEqual({ before: '', differing: '', after: '12' });
});

test('curl is not offered for what the target sent', () => {
  const { result, exchanges } = failing();
  const curlOf = (sender: 'harness' | 'target') => {
    const sent = new Map([...exchanges].map(([n, one]) => [n, { ...one, sender }]));
    return argumentsOf({ result, exchanges: sent, everyExchange: () => [] }, 'failed').map(({ curl }) => curl);
  };
  expect(curlOf('harness').some((command) => command !== undefined)).toBe(true);
  expect(curlOf('target').every((command) => command === undefined)).toBe(true);
});

test('rows nobody exercised are grouped by what unlocks most', () => {
  expect(unlocks(incomplete()).map(({ key, rows }) => [key, rows.length])).toEqual([
    ['triggers.createBasket', 5],
    ['triggers.changeProduct', 2],
    ['triggers.removeProduct', 1],
    [undefined, 1],
  ]);
  const power = { known: 100, couldShow: 80, behind: new Map([['triggers.removeProduct', 12]]) };
  expect(unlocks({ ...incomplete(), power })[0]).toMatchObject({ key: 'triggers.removeProduct', defects: 12 });
  expect(unlocks(harnessError()).map(({ key }) => key)).toEqual([undefined]);
});
