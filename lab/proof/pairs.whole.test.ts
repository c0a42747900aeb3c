import { expect, test } from 'vitest';
import type { TriedPair } from './try-pair.ts';
import { pairsText, sharesOf } from './pairs.ts';
import { coverageOf, tryPair } from './try-pair.ts';

const plan = { party: 'merchant', variant: 'granite', effect: 'answers 500' } as const;

test('the shares of pairs and triples are told apart, with those that never met', () => {
  const tried = (fate: TriedPair['fate'], ...levels: readonly string[]): TriedPair => ({
    plan: { ...plan, levels },
    fate,
    shown: fate === 'unmet' ? 0 : 1,
  });
  const all = [tried('caught', 'a', 'b'), tried('missed', 'a', 'c'), tried('unmet', 'a', 'b', 'c')];
  expect(sharesOf(all)).toEqual([
    'merchant: pairs caught 1 of 2 (50.0 %), not judged 1, never met 0, broken 0; triples caught 0 of 1 (0.0 %), not judged 0, never met 1, broken 0',
  ]);
  const lines = pairsText(all, 1).split('\n');
  expect(lines[4]).toContain('missed');
});

test('a fault is caught by a run, or its levels never met', { timeout: 120_000 }, async () => {
  const caught = await tryPair({ ...plan, levels: ['call=recalculation', 'codes=bad'] });
  expect(caught).toMatchObject({ fate: 'caught' });
  // Without a code there is none with letters outside ASCII.
  const unmet = await tryPair({ ...plan, levels: ['codes=none', 'texts=astral code'] });
  expect(unmet).toMatchObject({ fate: 'unmet', shown: 0 });
});

test('it is told which levels a run brings about', { timeout: 120_000 }, async () => {
  expect(await coverageOf({ party: 'merchant', variant: 'granite' })).toMatch(
    /^merchant granite: a run brings about \d+ of 49 levels and \d{3,} of \d{3} pairs of them; never /u,
  );
});
