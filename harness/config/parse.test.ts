import { expect, test } from 'vitest';
import { parseConfig } from './parse.ts';
import { checkedConfig } from './read.ts';
import { UsageError } from './usage-error.ts';

const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
for (let level = 1; level < 12; level += 1)
  bomb.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]`);

test.each([
  ['aliases of aliases', bomb.join('\n')],
  ['an alias inside itself', 'merchant: &m { headers: *m }'],
  ['a list that holds itself', 'tolerate: &t [*t]'],
  ['an alias of nothing', 'merchant: *nobody'],
  ['200 thousand entries', `tolerate:\n${'- basket/id\n'.repeat(200_000)}`],
  ['200 thousand entries on a line', `tolerate: [${'a, '.repeat(200_000)}a]`],
  ['20 thousand brackets', `tolerate: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['20 thousand indentations', Array.from({ length: 1300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ['a tag that goes on', '!'.repeat(600_000)],
  ['a long line', `target: { name: "${'x'.repeat(1_500_000)}" }`],
])('%s are refused in a sentence, within a second of work', (_, text) => {
  const before = process.threadCpuUsage();
  let thrown: unknown;
  try {
    parseConfig(text, 'my.yaml');
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(UsageError);
  expect(String((thrown as Error).message)).toMatch(/^my\.yaml[:\d]*: .{10,400}$/);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1000);
});

test('an alias that stands for what was written elsewhere is fine', () => {
  expect(parseConfig('a: &h { X: y }\nb: *h\nc: { <<: *h }', 'my.yaml')).toMatchObject({
    a: { X: 'y' },
    b: { X: 'y' },
  });
});

const numbered = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join('');
test.each([
  ['keys', numbered(18_000, (n) => `k${n}: 1\n`)],
  ['unknown requirements', `tolerate: [${numbered(18_000, (n) => `basket/id${n},`)}]`],
  ['triggers', `triggers:\n${numbered(9000, (n) => `  t${n}: 1\n`)}`],
  ['tills', `pos: { tills: [${numbered(9000, (n) => `{ nam: t${n} },`)}] }`],
])('thousands of wrong %s are refused within a second and a half of work', (_, text) => {
  const before = process.threadCpuUsage();
  expect(() => checkedConfig(parseConfig(text, 'my.yaml'), 'my.yaml')).toThrow(UsageError);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1500);
});

test('a second document is told in words of ours', () => {
  expect(() => parseConfig('target: {}\n---\ntarget: {}\n', 'c.yaml')).toThrow(
    /^c\.yaml:2:1: a second document begins/,
  );
});
