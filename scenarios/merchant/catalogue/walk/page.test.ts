import { expect, test } from 'vitest';
import type { Answer } from '../../../context/merchant.ts';
import { type CatalogueWorld, readPage } from './page.ts';

const page: Answer = {
  kind: 'answered',
  status: 200,
  body: { products: [] },
  valid: true,
  exchange: 1,
  durationMs: 1,
};
const refusalWith = (status: number): Answer => ({ kind: 'refused', status, text: '', exchange: 2, durationMs: 1 });

/** A catalogue that refuses every so many requests, and how long it was left alone each time. */
const refusingEvery = (every: number, refusal: Answer = refusalWith(502)) => {
  const pauses: number[] = [];
  let requests = 0;
  const world = {
    merchant: { catalogue: () => Promise.resolve(++requests % every === 0 ? refusal : page) },
    clock: { now: () => 0, sleep: (ms: number) => Promise.resolve(void pauses.push(ms)) },
    signal: new AbortController().signal,
  } as unknown as CatalogueWorld;
  return { world, pauses };
};

test.for([
  ['every second page', 2, [500, 500, 500, 500, 500, 50, 50, 50]],
  ['one page in ten', 10, [500]],
] as const)('a catalogue that fails at %s is left alone as long as that says', async ([, every, expected]) => {
  const { world, pauses } = refusingEvery(every);
  for (let count = 0; count < 10; count++) await readPage(world, { checkpoint: 'c', limit: 3 });
  expect(pauses.slice(0, expected.length)).toEqual(expected);
});

test.for([
  ['as the caller’s mistake', 400, [500, 2000, 500, 2000, 500, 2000, 50, 250, 50, 250]],
  ['as its own', 500, [500, 2000, 500, 2000, 500, 2000, 500, 2000, 500, 2000]],
  ['for there are too many', 429, [500, 2000, 500, 2000, 500, 2000, 500, 2000, 500, 2000]],
] as const)('pages that are refused %s are asked for again', async ([, status, expected]) => {
  const { world, pauses } = refusingEvery(1, refusalWith(status));
  for (let count = 0; count < 5; count++) await readPage(world, { checkpoint: 'c', limit: 3 });
  expect(pauses).toEqual(expected);
});
