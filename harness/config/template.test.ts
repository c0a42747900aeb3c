import { expect, test } from 'vitest';
import { fillJson, fillText, variablesIn } from './template.ts';

const lines = [{ variantId: 'v1', quantity: 2 }];

test('a value that is exactly one variable takes its JSON type', () => {
  const body = { lines: '{{lines}}', open: '{{ open }}', count: '{{count}}' };
  expect(fillJson(body, { lines, open: false, count: 0 })).toEqual({ lines, open: false, count: 0 });
});

test('an absent variable drops the key or the item it stands for', () => {
  expect(fillJson({ user: '{{user}}', deep: { user: '{{user}}', codes: ['{{user}}', 'x'] } }, {})).toEqual({
    deep: { codes: ['x'] },
  });
});

test('an embedded variable is text, and JSON where it is not a string', () => {
  expect(fillJson({ note: 'for {{name}}: {{lines}}{{none}}' }, { name: 'Ann', lines })).toEqual({
    note: 'for Ann: [{"variantId":"v1","quantity":2}]',
  });
});

test('values are filled in once: a value that looks like a variable stays as it is', () => {
  expect(fillText('{{a}}', { a: '{{b}}', b: 'x' })).toBe('{{b}}');
  expect(fillText('{{a}}', { a: '$& $1' })).toBe('$& $1');
});

test('in a URL values are percent-encoded', () => {
  expect(fillText('http://s/{{id}}?q={{id}}', { id: 'a/b &c=ż' }, encodeURIComponent)).toBe(
    'http://s/a%2Fb%20%26c%3D%C5%BC?q=a%2Fb%20%26c%3D%C5%BC',
  );
});

test('the variables of a template are found wherever they stand', () => {
  expect(variablesIn({ http: { url: '/{{a}}', body: { x: ['{{ b }}'] } } })).toEqual(['a', 'b']);
});
