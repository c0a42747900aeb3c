import { expect, test } from 'vitest';
import { matrixOf } from './matrix.ts';
import { declaredBy, heldAgainst, isSound, prove, record } from './prove.ts';

// `npm run proof` tries every fault on every peer. These show that it would notice, and are quick.
test('a conformant peer passes every requirement', { timeout: 120_000 }, async () => {
  const proof = await prove({ party: 'merchant', variant: 'granite' });
  expect(proof).toMatchObject({
    verdict: 'conformant',
    astray: [],
    silent: [],
    captured: { missed: [], invented: [], findings: [] },
  });
  expect(isSound(proof)).toBe(true);
  for (const silent of [['basket/id'], ['order/idempotent']] as const)
    expect(isSound({ ...proof, silent })).toBe(false);
});

test('a fault is caught by what it declares and nothing else, or the proof is not sound', {
  timeout: 120_000,
}, async () => {
  const suspect = { party: 'merchant', variant: 'willow', fault: 'order:never-idempotent' } as const;
  const declared = declaredBy(suspect);
  const run = await record(suspect);
  const proof = heldAgainst(declared, suspect, run);
  expect(proof).toMatchObject({ verdict: 'non-conformant', missed: [], astray: [] });
  expect(proof.catches.map(({ requirement }) => requirement)).toEqual(expect.arrayContaining([...declared]));

  const { captured } = proof;
  for (const found of [{ missed: ['order/idempotent'] as const }, { invented: ['basket/id'] as const }])
    expect(isSound({ ...proof, captured: { ...captured, ...found } })).toBe(false);

  const requirements = run.result.requirements.map((row) => ({
    ...row,
    status: row.status === 'failed' ? ('warning' as const) : row.status,
  }));
  const weaker = heldAgainst(declared, suspect, { ...run, result: { ...run.result, requirements } });
  expect(weaker).toMatchObject({ missed: [], astray: [] });
  expect(weaker.weaker).toContain('order/idempotent');
  const undeclared = heldAgainst(declared.slice(1), suspect, run);
  expect(undeclared.astray).toEqual(declared.slice(0, 1));
  const uncaught = heldAgainst([...declared, 'basket/id'], suspect, run);
  expect(uncaught.missed).toEqual(['basket/id']);
  const elsewhere = heldAgainst(['basket/id'], suspect, run);
  expect(matrixOf([proof, weaker, undeclared, uncaught, elsewhere]).unsound).toEqual([
    weaker,
    undeclared,
    uncaught,
    elsewhere,
  ]);
  expect(matrixOf([proof, uncaught]).totals).toMatchObject([{ party: 'merchant', planted: 2, caught: 1 }]);
});

test('a fault of the platform is caught', { timeout: 120_000 }, async () => {
  const proof = await prove({ party: 'platform', variant: 'mock', fault: 'queue:lost-when-received' });
  expect(isSound(proof)).toBe(true);
  expect(proof.catches.length).toBeGreaterThan(0);
});
