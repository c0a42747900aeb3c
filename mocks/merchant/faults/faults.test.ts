import { expect, test } from 'vitest';
import { type RequirementId, requirement, requirementIds } from '#schemas';
import { type MerchantFaultId, merchantFault, merchantFaults } from './index.ts';

const ids = Object.keys(merchantFaults) as readonly MerchantFaultId[];

test('every merchant requirement is broken by at least two faults', () => {
  const counts = new Map<RequirementId, number>();
  for (const id of ids.flatMap((fault) => merchantFault(fault).breaks)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const poor = requirementIds.filter((id) => requirement(id).party === 'merchant' && (counts.get(id) ?? 0) < 2);
  expect(poor).toEqual([]);
});

test('every fault names what it breaks and does something', () => {
  const idle = ids.filter((id) => {
    const { breaks, front, catalogue, inventory, send } = merchantFault(id);
    return breaks.length === 0 || !(front ?? catalogue ?? inventory ?? send);
  });
  expect(idle).toEqual([]);
});
