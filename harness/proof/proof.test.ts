import { expect, test } from 'vitest';
import { type MerchantFaultId, merchantFault, merchantFaults, merchantVariants } from '#mocks/merchant';
import { merchantScenarios } from '#scenarios';
import { requirementsOf } from '#schemas';
import { isJudgedOnExchanges } from '../verdicts/schema.ts';
import { prove, suspects } from './prove.ts';

const faultIds = Object.keys(merchantFaults) as MerchantFaultId[];

test('every merchant requirement has a scenario, or is judged on every exchange', () => {
  const covered = new Set<string>(merchantScenarios.flatMap(({ covers }) => covers));
  expect(requirementsOf('merchant').filter((id) => !covered.has(id) && !isJudgedOnExchanges(id))).toEqual([]);
});

test('every merchant requirement has at least two faults that must break it', () => {
  const breaking = (id: string): number =>
    faultIds.filter((fault) => merchantFault(fault).breaks.some((broken) => broken === id)).length;
  expect(requirementsOf('merchant').filter((id) => breaking(id) < 2)).toEqual([]);
});

test.for(merchantVariants)('the conformant %s passes every requirement', { timeout: 120_000 }, async (variant) => {
  const { astray, silent, result } = await prove({ party: 'merchant', variant });
  expect({ astray, silent, verdict: result.verdict }).toEqual({ astray: [], silent: [], verdict: 'conformant' });
});

// `npm run proof` tries them all; a fixed fraction of some 700 keeps the tests within minutes.
const sample = suspects('merchant', faultIds).filter(({ fault }, index) => fault !== undefined && index % 24 === 0);

test.for(sample)(
  '$variant with $fault breaks what it declares and nothing else',
  { timeout: 120_000 },
  async (suspect) => {
    const { missed, astray, result } = await prove(suspect);
    expect({ missed, astray }).toEqual({ missed: [], astray: [] });
    expect(result.verdict).not.toBe('harness-error');
  },
);
