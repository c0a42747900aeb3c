import { expect, test } from 'vitest';
import { tryMutant } from './mutant.ts';
import { planOf } from './editing/plan.ts';

// `mutant.whole.test.ts` has one of each kind.
test('a change that is forbidden is caught', { timeout: 120_000 }, async () => {
  const tried = await tryMutant(planOf('merchant granite retrieval /products/*/name retype all all'));
  expect(tried).toMatchObject({ fate: 'caught', effective: true, caught: { requirement: 'basket/products' } });
});
