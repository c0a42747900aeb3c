import { expect, test } from 'vitest';
import { tryMutant } from './mutant.ts';
import { planOf } from './editing/plan.ts';

// `npm run proof -- mutate` draws hundreds; these are one of each kind.
test.for([
  ['merchant granite retrieval /products/*/name retype all all', 'basket/products'],
  ['merchant willow order (message) delay all all', 'order/answers-in-8-seconds'],
  ['merchant granite order /shopOrderId replay all only 1', 'order/distinct-orders'],
  // The order is told when it is seen twice; before that the checkpoint is not one of the last product.
  ['merchant willow catalogue /products reorder all all', 'catalogue/next-checkpoint-encoding'],
  ['merchant granite basketChange /price/currency rename all all', 'basket/price'],
  ['pos quartz OrderSubmissionRequested/result /success retype all all', 'submission/result-body'],
  ['pos copper ActivatePos /softwareName null all all', 'activation/body'],
] as const)('%s is caught by %s', { timeout: 120_000 }, async ([text, requirement]) => {
  const { fate, effective, caught } = await tryMutant(planOf(text));
  expect({ fate, effective, requirement: caught?.requirement }).toEqual({
    fate: 'caught',
    effective: true,
    requirement,
  });
});

test.for([
  'merchant granite catalogue /products/*/description change all all',
  'pos quartz ReportPosHealth /softwareName long all all',
])('%s is allowed, and nothing is said about it', { timeout: 120_000 }, async (text) => {
  const { fate, effective, allowed } = await tryMutant(planOf(text));
  expect({ fate, effective, rules: allowed.length }).toEqual({ fate: 'survived', effective: false, rules: 1 });
});
