import { expect, test } from 'vitest';
import { requirementsOf } from '#schemas';
import { exercisedBy, scenariosOf } from '#scenarios';
import { isJudgedOnExchanges } from '#traffic';
import { peers, provable } from '../faults/index.ts';

test.for(provable)('every %s requirement has a scenario, or is judged on every exchange', (party) => {
  const covered = new Set<string>(scenariosOf[party].flatMap(exercisedBy));
  expect(requirementsOf(party).filter((id) => !covered.has(id) && !isJudgedOnExchanges(id))).toEqual([]);
});

test.for(provable)('every %s requirement has at least two faults that must break it', (party) => {
  const faults = Object.values(peers[party].faults);
  const breaking = (id: string): number => faults.filter(({ breaks }) => breaks.some((broken) => broken === id)).length;
  expect(requirementsOf(party).filter((id) => breaking(id) < 2)).toEqual([]);
});
