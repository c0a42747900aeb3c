import { expect, test } from 'vitest';
import { encodeCheckpoint } from '#schemas';
import type { Answer, CallOptions } from '../../../context/merchant.ts';
import type { CatalogueWorld } from './page.ts';
import { createTokens } from './tokens.ts';
import { walk } from './walk.ts';

const times = [1, 2, 3, 4, 5].map((second) => Date.UTC(2026, 0, 1, 0, 0, second));
const products = times.map((at, index) => ({ id: `p${index}`, updatedAt: new Date(at).toISOString(), variants: [] }));

/** A catalogue that says what was asked for, when an answer was judged, and what was under way at once. */
const catalogueOf = (listed: readonly (typeof products)[number][]) => {
  const said: string[] = [];
  let [underWay, most] = [0, 0];
  const catalogue = async (query: { readonly checkpoint?: string; readonly limit: number }, options?: CallOptions) => {
    const from = times.findIndex(
      (at, index) => query.checkpoint === encodeCheckpoint({ epochMs: at, id: `p${index}` }),
    );
    said.push(`asked after ${from}`);
    most = Math.max(most, ++underWay);
    await Promise.resolve();
    underWay--;
    const page = listed.slice(from + 1, from + 1 + query.limit);
    const [last] = page.slice(-1);
    const body = {
      products: page,
      ...(last && { nextCheckpoint: encodeCheckpoint({ epochMs: Date.parse(last.updatedAt), id: last.id }) }),
    };
    options?.onRead?.(body);
    await new Promise(setImmediate);
    said.push(`judged after ${from}`);
    const answer: Answer = { kind: 'answered', status: 200, body, valid: true, exchange: said.length, durationMs: 1 };
    return answer;
  };
  const world = {
    merchant: { catalogue },
    clock: { now: Date.now, sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
  } as unknown as CatalogueWorld;
  return { world, said, most: () => most };
};

test('a walk that nothing interrupts asks for the next page before it judges one, never for two at once', async () => {
  const { world, said, most } = catalogueOf(products);
  const { end } = await walk(world, createTokens(), { limit: 2, isUninterrupted: true, visit: () => 'more' });
  expect(end.kind).toBe('ended');
  expect(said.filter((one) => one.startsWith('asked'))).toEqual([
    'asked after -1',
    'asked after 1',
    'asked after 3',
    'asked after 4',
  ]);
  expect(said.indexOf('asked after 1')).toBeLessThan(said.indexOf('judged after -1'));
  expect(most()).toBe(1);
});

test('it asks for nothing behind a page that is in trouble, and waits for what it asked for when it has enough', async () => {
  const [a, b, c, ...rest] = products;
  if (a === undefined || b === undefined || c === undefined) throw new Error('there are five');
  const troubled = catalogueOf([b, a, c, ...rest]);
  const { end } = await walk(troubled.world, createTokens(), { limit: 2, isUninterrupted: true, visit: () => 'more' });
  expect([end.kind, ...troubled.said]).toEqual([
    'disordered',
    'asked after -1',
    'judged after -1',
    'asked after -1',
    'judged after -1',
  ]);
  const enough = catalogueOf(products);
  await walk(enough.world, createTokens(), { limit: 2, isUninterrupted: true, visit: () => 'enough' });
  expect(enough.said.at(-1)).toBe('judged after 1');
});
