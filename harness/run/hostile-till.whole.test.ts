import { test } from 'vitest';
import type { MisbehaviourName } from '#lab/doubles/till/hostile-till';
import { expectTrueVerdict, verdicts } from '#lab/doubles/till/hostile-verdicts';

test.each(Object.keys(verdicts) as readonly MisbehaviourName[])(
  'a till that %s gets a true verdict',
  { timeout: 120_000 },
  async (name) => await expectTrueVerdict(name),
);
