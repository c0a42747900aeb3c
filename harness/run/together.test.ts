import { expect, test } from 'vitest';
import { scenario } from '#lab/doubles/merchant/merchant-run';
import { type Company, together } from './together.ts';

const log = async (touches: Readonly<Record<string, readonly string[] | undefined>>, atMost = 9) => {
  const seen: string[] = [];
  const scenarios = Object.keys(touches).map((id) => scenario(id, () => Promise.resolve()));
  const company: Company = { atMost: () => atMost, touches: ({ id }) => touches[id] };
  await together(scenarios, company, async ({ id }) => {
    seen.push(`${id} begins`);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    seen.push(`${id} ends`);
  });
  return seen.join(', ');
};

test('scenarios that share nothing run at the same time', async () => {
  expect(await log({ a: [], b: [] })).toBe('a begins, b begins, a ends, b ends');
});

test('two that touch the same run one after the other, in their order', async () => {
  expect(await log({ a: ['stock'], b: ['stock', 'baskets'], c: ['baskets'], d: [] })).toBe(
    'a begins, d begins, a ends, d ends, b begins, b ends, c begins, c ends',
  );
});

test('one that names nothing it touches runs alone, and nothing after it starts before', async () => {
  expect(await log({ a: [], b: undefined, c: [] })).toBe('a begins, a ends, b begins, b ends, c begins, c ends');
});

test('no more run at once than are allowed', async () => {
  expect(await log({ a: [], b: [], c: [] }, 1)).toBe('a begins, a ends, b begins, b ends, c begins, c ends');
});
