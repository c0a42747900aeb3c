import { expect, test } from 'vitest';
import { columns } from './columns.ts';

const rows = [
  ['triggers.createBasket', 'fills a new basket at the shop', '{{lines}}'],
  ['triggers.testRoundTrip', 'makes the till call the test endpoint', ''],
];

test('cells stand in columns, and the last one is broken at words', () => {
  expect(columns(rows)).toMatch(
    /^triggers\.createBasket +fills a new basket at the shop +\{\{lines\}\}\n\S+ +makes [^\n]+endpoint$/,
  );
  expect(columns([['id', 'one two three']], 12)).toBe('id  one two\n    three');
});

test('where half of the width would be left for the last cell or less, each row is a list of its cells', () => {
  expect(columns(rows, 30)).toBe(
    [
      'triggers.createBasket',
      '      fills a new basket at',
      '      the shop',
      '      {{lines}}',
      'triggers.testRoundTrip',
      '      makes the till call the',
      '      test endpoint',
    ].join('\n'),
  );
});
