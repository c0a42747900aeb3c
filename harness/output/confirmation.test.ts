import { systemClock } from '#mocks/time';
import { createReferenceMerchant, merchantFaults } from '#mocks/merchant';
import type { ExplainAnswer } from '#schemas';
import { validate } from '#schemas';
import { expect, test } from 'vitest';
import { conformance, folderWith, hosting } from '../cli/cli.fixture.ts';

const confirmed = async (faults: readonly (keyof typeof merchantFaults)[], ...args: readonly string[]) => {
  const merchant = createReferenceMerchant({
    variant: 'willow',
    clock: systemClock,
    faults: faults.map((fault) => merchantFaults[fault]),
  });
  const url = await hosting(async (request) => await merchant.fetch(request));
  const cwd = folderWith({ ...merchant.configuration(url), reports: { formats: [] } });
  await conformance(['run', 'merchant', '--only', 'merchant/order-occasions', '--effort', 'quick', '--ci'], { cwd });
  return await conformance(['explain', 'conformance-results', '--confirm', ...args], { cwd });
};

test('the reference peer with the defect a run looks like is tried by the same plan, and held against it', async () => {
  const { code, stdout } = await confirmed(['order:remembers-only-the-last'], '--json');
  expect(code).toBe(0);
  const answer = JSON.parse(stdout) as ExplainAnswer;
  expect(validate('explain-answer', answer)).toEqual([]);
  const finding = { requirement: 'order/idempotent', cause: 'another-shop-order-id' };
  expect(answer.confirmed).toEqual([
    {
      fault: 'order:remembers-only-the-last',
      title: merchantFaults['order:remembers-only-the-last'].title,
      both: [finding],
      runOnly: [],
      referenceOnly: [],
      untried: [],
    },
  ]);
});

test('a run in which nothing failed has nothing to confirm', async () => {
  const { code, stdout } = await confirmed([]);
  expect([code, stdout]).toEqual([0, 'conformance-results: nothing failed.\n']);
});
