import { expect, test } from 'vitest';
import { madeAhead } from './prefetch.ts';

const counted = (isBeside: boolean, count: number, wanted: number) => {
  const made: number[] = [];
  const next = madeAhead({ isBeside }, count, async () => await Promise.resolve(made.push(made.length)));
  return (async () => {
    const seen: string[] = [];
    for (let n = 0; n < wanted; n++) seen.push(`${await next()} of ${made.length}`);
    return seen;
  })();
};

test('beside others all are made with the first, and one more is made when it is wanted', async () => {
  expect(await counted(true, 2, 3)).toEqual(['1 of 2', '2 of 2', '3 of 3']);
});

test('alone each is made when it is wanted', async () => {
  expect(await counted(false, 2, 2)).toEqual(['1 of 1', '2 of 2']);
});
