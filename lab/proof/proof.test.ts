import { expect, test } from 'vitest';
import { requirementsOf } from '#schemas';
import { exercisedBy } from '#scenarios';
import { suiteOf } from '#harness/run/suite';
import { isJudgedOnExchanges } from '#traffic';
import { peers, provable } from '#harness/targets/reference-peers';
import { prove, suspects } from './prove.ts';

test.for(provable)('every %s requirement has a scenario, or is judged on every exchange', (party) => {
  const covered = new Set<string>(suiteOf(party).scenarios.flatMap(exercisedBy));
  expect(requirementsOf(party).filter((id) => !covered.has(id) && !isJudgedOnExchanges(id))).toEqual([]);
});

test.for(provable)('every %s requirement has at least two faults that must break it', (party) => {
  const faults = Object.values(peers[party].faults);
  const breaking = (id: string): number => faults.filter(({ breaks }) => breaks.some((broken) => broken === id)).length;
  expect(requirementsOf(party).filter((id) => breaking(id) < 2)).toEqual([]);
});

const conformant = provable.flatMap((party) => suspects(party, []));

test.for(conformant)(
  'the conformant $party $variant passes every requirement',
  { timeout: 120_000 },
  async (suspect) => {
    const { astray, silent, verdict } = await prove(suspect);
    expect({ astray, silent, verdict }).toEqual({ astray: [], silent: [], verdict: 'conformant' });
  },
);

// `npm run proof` tries them all; a fixed fraction of some 700 keeps the tests within minutes.
const sample = provable.flatMap((party) =>
  suspects(party, Object.keys(peers[party].faults)).filter(
    ({ fault }, index) => fault !== undefined && index % 24 === 0,
  ),
);

test.for(sample)(
  '$party $variant with $fault breaks what it declares and nothing else',
  { timeout: 120_000 },
  async (suspect) => {
    const { missed, astray, verdict } = await prove(suspect);
    expect({ missed, astray }).toEqual({ missed: [], astray: [] });
    expect(verdict).not.toBe('harness-error');
  },
);
