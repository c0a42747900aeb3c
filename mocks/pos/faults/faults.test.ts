import { expect, test } from 'vitest';
import { type RequirementId, requirement, requirementIds } from '#schemas';
import { type PosFaultId, posFault, posFaults } from './index.ts';

const ids = Object.keys(posFaults) as readonly PosFaultId[];

test('every POS requirement is broken by at least two faults', () => {
  const counts = new Map<RequirementId, number>();
  for (const id of ids.flatMap((fault) => posFault(fault).breaks)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const poor = requirementIds.filter((id) => requirement(id).party === 'pos' && (counts.get(id) ?? 0) < 2);
  expect(poor).toEqual([]);
});

test('every fault names what it breaks', () => {
  expect(ids.filter((id) => posFault(id).breaks.length === 0)).toEqual([]);
});
