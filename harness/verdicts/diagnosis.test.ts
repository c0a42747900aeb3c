import type { RequirementId, RequirementResult, Violation } from '#schemas';
import { expect, test } from 'vitest';
import { sample, violation } from '#lab/doubles/reports/reported';
import { diagnosisOf } from './diagnosis.ts';

const cause = (name: string, changes: Partial<Violation> = {}): Violation => violation({ cause: name, ...changes });
const rootsOf = (
  rows: Readonly<Partial<Record<RequirementId, readonly Violation[]>>>,
  status: RequirementResult['status'] = 'failed',
) =>
  diagnosisOf(
    sample({
      rows: Object.fromEntries(
        Object.entries(rows).map(([id, violations]) => [id, { status, violations: [...violations] }]),
      ),
    }).result,
  );

const anew = 'another-shop-order-id';
const placedAnew = {
  'order/idempotent-concurrently': [cause(anew, { exchanges: [40, 41] })],
  'order/retry-after-silence': [cause(anew, { exchanges: [30] })],
  'order/idempotent': [cause(anew, { exchanges: [20, 21] })],
};

test('what one defect explains is one root with what it behaves like, and the first finding heads it', () => {
  const roots = rootsOf(placedAnew);
  expect(roots).toEqual([
    {
      findings: ['order/idempotent', 'order/retry-after-silence', 'order/idempotent-concurrently'].map(
        (requirement) => ({ requirement, cause: anew }),
      ),
      like: {
        fault: 'order:never-idempotent',
        says: 'Behaves like a shop with this defect: places every copy anew (3 of 3 findings fit).',
        missing: [],
        others: [],
      },
    },
  ]);
});

test('two defects are two roots', () => {
  const roots = rootsOf({ ...placedAnew, 'catalogue/limit': [cause('more-than-the-limit', { exchanges: [3] })] });
  expect(roots.map(({ findings }) => findings.length)).toEqual([3, 1]);
});

test('nothing is said of a cause that no known defect has, of one finding alone, and of the form of a body', () => {
  for (const rows of [
    { 'order/idempotent': [cause('never-heard-of')] },
    { 'catalogue/limit': [cause('more-than-the-limit')] },
    { 'basket/price': [cause('price-required-currency')] },
  ]) {
    const [root, ...others] = rootsOf(rows);
    expect(root?.findings).toHaveLength(1);
    expect(root).not.toHaveProperty('like');
    expect(others).toEqual([]);
  }
});

test('causes of one requirement that no defect explains together are one root', () => {
  expect(rootsOf({ 'basket/kept': [cause('one-odd-thing'), cause('another-odd-thing')] })).toHaveLength(1);
});

test('a conformant run has no diagnosis, nor has what is expected to fail', () => {
  expect(rootsOf({})).toEqual([]);
  expect(rootsOf(placedAnew, 'expected-failure')).toEqual([]);
});
