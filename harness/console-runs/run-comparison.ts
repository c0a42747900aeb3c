import { ControlError } from '#mocks/platform';
import { changeOrder, changes, compared } from '#reports';
import type { RunComparison } from '#schemas';
import type { RunState } from './run-state.ts';

/** What became of each requirement between two runs that are over, the bad news first. */
export const comparisonOf = (older: RunState, newer: RunState): RunComparison => {
  const [was, is] = [older.result(), newer.result()];
  if (was === undefined || is === undefined)
    throw new ControlError(409, 'NoResult', 'Only runs that came to their end can be compared.');
  if (was.suite !== is.suite)
    throw new ControlError(400, 'OtherSuite', `One is a run of the ${was.suite} suite, the other of ${is.suite}.`);
  const { words, circumstances, rows } = compared(was, is);
  return {
    older: older.id,
    newer: newer.id,
    words,
    circumstances,
    changes: changeOrder.flatMap((change) =>
      rows[change].length === 0 ? [] : [{ ...changes[change], rows: rows[change] }],
    ),
  };
};
