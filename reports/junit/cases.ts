import type { RequirementResult } from '#schemas';
import type { Reported } from '../report.ts';
import { failureBlock } from '../terminal/failure.ts';
import { inkFor } from '../terminal/ink.ts';
import { argumentFor } from '../violation/argument.ts';
import { callsShowing, timeOf } from '../violation/calls-shown.ts';
import { areas, registerText } from '../wording/areas.ts';
import { headlineOf } from '../wording/headline.ts';

/** One line of a CI server's page. */
export interface Case {
  readonly area: string;
  readonly name: string;
  readonly outcome: 'failure' | 'error' | 'skipped' | 'passed';
  /** What it came to, in the words of the result. */
  readonly status: string;
  /** Epoch milliseconds; absent of what is no requirement. */
  readonly time?: { readonly start: number; readonly stop: number };
  /** In a sentence. */
  readonly message?: string;
  /** All there is to say. */
  readonly text?: string;
  /** The level of what failed, or whose error it is. */
  readonly type?: string;
}

export interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

/**
 * A suite per area, a case per requirement. Red exactly when the run's exit code is not 0: a run that is incomplete, was not
 * judged or broke has a case of its own that says so, since skipped cases alone read as green.
 */
export const suitesOf = (reported: Reported): readonly Suite[] => [
  ...areas(reported.result.requirements).map(({ name, rows }) => ({
    name,
    cases: rows.map((row) => caseOf(reported, row)),
  })),
  ...brokenSuite(reported),
  ...verdictSuite(reported),
];

const caseOf = (reported: Reported, row: RequirementResult): Case => {
  const { rule } = registerText(row.id);
  const page = { ink: inkFor(false), width: 100 };
  const blocks = row.violations.map((violation) => argumentFor(reported, row, violation));
  const about = `${row.level.toUpperCase()}: ${rule}`;
  const made = {
    area: row.id.split('/')[0] ?? '',
    name: row.id,
    status: row.status,
    time: timeOf(callsShowing(reported, row, blocks), reported.result.startedAt),
  };
  switch (row.status) {
    case 'failed': {
      const message = blocks.map((block) => block.message).join(' · ') || (row.reason ?? 'failed');
      const text = `${about}\n\n${blocks.map((block) => failureBlock(block, page)).join('\n\n')}\n`;
      return { ...made, outcome: 'failure', message, text, type: row.level };
    }
    case 'warning': {
      const text = `WARNING. ${about}\n\n${blocks.map((block) => failureBlock(block, page)).join('\n\n')}\n`;
      return { ...made, outcome: 'passed', text };
    }
    case 'passed':
      return { ...made, outcome: 'passed' };
    case 'not-applicable':
    case 'filtered':
    case 'not-scored':
    case 'not-exercised':
    case 'expected-failure': {
      const unlock = row.unlock === undefined ? '' : ` (unlocked by ${row.unlock})`;
      const message = `${row.status.replace('-', ' ')}: ${row.reason ?? 'no reason was given'}${unlock}`;
      return { ...made, outcome: 'skipped', message };
    }
    default:
      return row.status satisfies never;
  }
};

const brokenSuite = ({ result }: Reported): readonly Suite[] => {
  const cases = result.scenarios.flatMap(({ id, status, reason = 'broke' }): readonly Case[] =>
    status === 'broken'
      ? [{ area: 'scenarios', name: id, outcome: 'error', status, message: reason, type: 'harness' }]
      : [],
  );
  return cases.length === 0 ? [] : [{ name: 'scenarios', cases }];
};

const verdictSuite = ({ result }: Reported): readonly Suite[] => {
  if (result.exitCode === 0 || result.requirements.some((row) => row.status === 'failed')) return [];
  const judged = result.verdict === 'incomplete' || result.verdict === 'non-conformant';
  const message = [headlineOf(result).meaning, result.reason].filter(Boolean).join(' ');
  const made = { area: 'run', name: 'verdict', status: result.verdict, message, type: result.verdict };
  return [{ name: 'run', cases: [{ ...made, outcome: judged ? 'failure' : 'error' }] }];
};
