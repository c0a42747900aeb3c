import {
  addedIn,
  isScored,
  type JournalEvent,
  type RequirementId,
  registerNames,
  registerVersion,
  type RequirementResult,
  type RunResult,
  type RunStarted,
} from '#schemas';
import { misuse } from '../config/usage-error.ts';

/** The version that `--register` names; undefined where every row is scored. */
export const registerFrom = (given: string | undefined): string | undefined => {
  if (given === undefined || registerNames.includes(given)) return given;
  throw misuse('--register', `"${given}" is no version of the register. Valid: ${registerNames.join(', ')}.`);
};

/** The same run, scored by another version of the register; as it was where none is named. */
export const scoredBy = (events: readonly JournalEvent[], register: string | undefined): readonly JournalEvent[] =>
  register === undefined
    ? events
    : events.map((event) =>
        event.event === 'run-started' ? { ...event, settling: { ...event.settling, scoredBy: register } } : event,
      );

/** The register of a result: which rows of it are scored, where not all are. */
export const registerOf = ({ register, settling }: RunStarted): RunResult['register'] =>
  settling.scoredBy === undefined || settling.scoredBy === registerVersion
    ? register
    : { ...register, scored: settling.scoredBy };

/** What came after the register that the run is scored by is shown, and counts for nothing. */
export const asScored = (id: RequirementId, row: RequirementResult, { settling }: RunStarted): RequirementResult => {
  if (isScored(id, settling.scoredBy) || row.status === 'not-applicable' || row.status === 'filtered') return row;
  const came = wrong[row.status];
  return {
    id,
    level: row.level,
    status: 'not-scored',
    checks: 0,
    scenarios: [],
    reason: `added in register ${addedIn(id)}${came === undefined ? '' : `; by that version it is a ${came}`}`,
    violations: [],
  };
};

const wrong: Readonly<Partial<Record<RequirementResult['status'], string>>> = {
  failed: 'failure',
  'expected-failure': 'known failure',
  warning: 'warning',
};
