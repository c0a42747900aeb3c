import { test } from 'vitest';
import { expectTrueVerdict } from '#lab/doubles/till/hostile-verdicts';

// `hostile-till.whole.test.ts` has them all.
test.each(['dies mid-run', 'never activates'] as const)('a till that %s gets a true verdict', async (name) => {
  await expectTrueVerdict(name);
});
