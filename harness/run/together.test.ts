import { expect, test } from 'vitest';
import { scenario } from '#lab/doubles/merchant/merchant-run';
import type { Claims } from '#scenarios';
import { type Company, together } from './together.ts';

const log = async (
  claims: Readonly<Record<string, Claims | undefined>>,
  atMost = 9,
  doubtful: readonly string[] = [],
  isFree?: true,
) => {
  const seen: string[] = [];
  const scenarios = Object.keys(claims).map((id) => scenario(id, () => Promise.resolve()));
  const company: Company = { atMost: () => atMost, claims: ({ id }) => claims[id], ...(isFree && { isFree }) };
  await together(scenarios, company, async ({ id }, isBeside) => {
    seen.push(isBeside ? `${id} begins` : `${id} begins alone`);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    seen.push(`${id} ends`);
    return doubtful.includes(id) ? async () => await Promise.resolve(void seen.push(`${id} again`)) : undefined;
  });
  return seen.join(', ');
};

test('scenarios that mind nobody run at the same time', async () => {
  expect(await log({ a: { reads: [] }, b: { reads: [] } })).toBe('a begins, b begins, a ends, b ends');
});

test('readers run together, and one that changes what they read comes before or after them, in their order', async () => {
  expect(
    await log({
      a: { reads: ['catalogue'] },
      b: { reads: ['catalogue'] },
      c: { changes: ['catalogue'] },
      d: { changes: ['catalogue'] },
      e: { reads: ['orders'] },
    }),
  ).toBe('a begins, b begins, e begins, a ends, b ends, e ends, c begins, d begins, c ends, d ends');
});

test('one that says nothing runs alone, and nothing after it starts before', async () => {
  expect(await log({ a: { reads: [] }, b: undefined, c: { reads: [] } })).toBe(
    'a begins, a ends, b begins alone, b ends, c begins, c ends',
  );
});

test('where they are free one passes others of its phase that have to wait, and none that has to be alone', async () => {
  const claims = {
    a: { reads: ['menu'] },
    b: { changes: ['menu'], touches: ['orders'] },
    c: { touches: ['orders'] },
  } as const;
  expect(await log(claims, 9)).toBe('a begins, a ends, b begins, b ends, c begins, c ends');
  expect(await log(claims, 9, [], true)).toBe('a begins, c begins, a ends, c ends, b begins, b ends');
  expect(await log({ ...claims, b: undefined }, 9, [], true)).toContain('b ends, c begins');
});

test('no more run at once than are allowed', async () => {
  expect(await log({ a: { reads: [] }, b: { reads: [] } }, 1)).toBe('a begins alone, a ends, b begins alone, b ends');
});

test('what is to be done again is done before anything else begins, once nobody is under way', async () => {
  const claims = { a: { reads: [] }, b: { reads: [] }, c: { reads: [] } };
  expect(await log(claims, 2, ['a'])).toBe('a begins, b begins, a ends, b ends, a again, c begins, c ends');
});

test('what began alone stays alone when more are allowed meanwhile', async () => {
  const seen: string[] = [];
  let most = 1;
  const scenarios = ['a', 'b', 'c'].map((id) => scenario(id, () => Promise.resolve()));
  await together(scenarios, { atMost: () => most, claims: () => ({ reads: [] }) }, async ({ id }, isBeside) => {
    seen.push(isBeside ? `${id} begins` : `${id} begins alone`);
    most = 9;
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    seen.push(`${id} ends`);
    return undefined;
  });
  expect(seen.join(', ')).toBe('a begins alone, a ends, b begins, c begins, b ends, c ends');
});

test('who only waits lets others go on that it does not disturb, and goes on alone once they are over', async () => {
  const seen: string[] = [];
  const claims: Readonly<Record<string, Claims>> = {
    a: { touches: ['orders'] },
    b: { touches: ['orders'] },
    c: { reads: [] },
    d: { reads: [] },
  };
  const scenarios = Object.keys(claims).map((id) => scenario(id, () => Promise.resolve()));
  await together(scenarios, { atMost: () => 1, claims: ({ id }) => claims[id] }, async ({ id }, _, pause) => {
    seen.push(`${id} begins`);
    if (id === 'a') {
      await pause(async () => await Promise.resolve());
      seen.push('a goes on');
    }
    for (let turn = 0; turn < 9; turn++) await Promise.resolve();
    seen.push(`${id} ends`);
    return undefined;
  });
  expect(seen.join(', ')).toBe('a begins, c begins, c ends, a goes on, a ends, b begins, b ends, d begins, d ends');
});

test('what takes long begins first where several may be under way, and in its turn where they may not', async () => {
  const begun = async (most: number): Promise<string> => {
    const seen: string[] = [];
    const long = { ...scenario('long', () => Promise.resolve()), takesLong: true } as const;
    const scenarios = [scenario('a', () => Promise.resolve()), long, scenario('b', () => Promise.resolve())];
    await together(scenarios, { atMost: () => most, claims: () => ({ reads: [] }) }, async ({ id }) => {
      seen.push(id);
      return await Promise.resolve(undefined);
    });
    return seen.join(', ');
  };
  expect(await begun(3)).toBe('long, a, b');
  expect(await begun(1)).toBe('a, long, b');
});
