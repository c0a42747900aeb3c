import type { RequirementResult, RunResult } from '#schemas';
import { argumentFor } from '../violation/argument.ts';
import { callsShowing, timeOf } from '../violation/calls-shown.ts';
import { areas, registerText } from '../wording/areas.ts';
import { runDuration } from '../wording/durations.ts';
import { inkFor } from '../terminal/ink.ts';
import type { Report, Reported } from '../report.ts';
import { headlineOf } from '../wording/headline.ts';
import { failureBlock, warningBlock } from '../terminal/failure.ts';
import { element, xmlText } from './xml.ts';

type Outcome = 'failure' | 'error' | 'skipped' | 'passed';
interface Case {
  readonly outcome: Outcome;
  readonly xml: string;
}
interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

/**
 * junit.xml: a suite per area, a case per requirement. It is red exactly when the run's exit code is not 0: a run that
 * is incomplete, was not judged or broke has a case of its own that says so, since skipped cases alone read as green.
 */
export const junit: Report = {
  name: 'junit',
  paths: ['junit.xml'],
  purpose: 'CI servers; red exactly when the exit code is not 0',
  written: 'by default',
  write: (reported) => [{ path: 'junit.xml', content: document(reported) }],
};

const document = (reported: Reported): string => {
  const { result } = reported;
  const suites: readonly Suite[] = [
    ...areas(result.requirements).map(({ name, rows }) => ({ name, cases: rows.map((row) => caseOf(reported, row)) })),
    ...brokenSuite(reported),
    ...verdictSuite(reported),
  ];
  const xml = element(
    'testsuites',
    {
      name: `${result.tool.name} ${result.suite}`,
      ...countsOf(suites.flatMap(({ cases }) => cases)),
      time: (runDuration(result) / 1000).toFixed(3),
    },
    ...suites
      .map(({ name, cases }) =>
        element(
          'testsuite',
          {
            name: classOf(result, name),
            ...countsOf(cases),
            timestamp: result.startedAt.replace(/\.\d+Z$|Z$/, ''),
          },
          ...cases.map(({ xml: text }) => `\n    ${text}`),
          '\n  ',
        ),
      )
      .map((text) => `\n  ${text}`),
    '\n',
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
};

const countsOf = (cases: readonly Case[]): Readonly<Record<string, number>> => {
  const count = (wanted: Outcome): number => cases.filter(({ outcome }) => outcome === wanted).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
};

/** `pos.Till 1.queue`: of one target, since CI servers keep one case of a class and a name. A dot would begin a package. */
const classOf = ({ suite, target }: RunResult, area: string): string =>
  [suite, target.name?.replaceAll('.', ' '), area].filter(Boolean).join('.');

const testCase = (
  result: RunResult,
  [area, name, time]: readonly [area: string, name: string, seconds?: number],
  outcome: Outcome,
  ...children: readonly string[]
): Case => ({
  outcome,
  xml: element(
    'testcase',
    { classname: classOf(result, area), name, ...(time !== undefined && { time: time.toFixed(3) }) },
    ...children,
  ),
});

const caseOf = (reported: Reported, row: RequirementResult): Case => {
  const { rule } = registerText(row.id);
  const page = { ink: inkFor(false), width: 100 };
  const blocks = row.violations.map((violation) => argumentFor(reported, row, violation));
  const about = `${row.level.toUpperCase()}: ${rule}`;
  const { start, stop } = timeOf(callsShowing(reported, row, blocks), reported.result.startedAt);
  const make = (outcome: Outcome, ...children: readonly string[]): Case =>
    testCase(reported.result, [row.id.split('/')[0] ?? '', row.id, (stop - start) / 1000], outcome, ...children);
  switch (row.status) {
    case 'failed': {
      const message = row.violations.map((violation) => violation.message).join(' · ') || (row.reason ?? 'failed');
      const text = blocks.map((block) => failureBlock(block, page)).join('\n\n');
      return make('failure', element('failure', { message, type: row.level }, xmlText(`${about}\n\n${text}\n`)));
    }
    case 'warning': {
      const text = blocks.map((block) => warningBlock(block, page)).join('\n\n');
      return make('passed', element('system-out', {}, xmlText(`WARNING. ${about}\n\n${text}\n`)));
    }
    case 'passed':
      return make('passed');
    case 'not-applicable':
    case 'filtered':
    case 'not-exercised':
    case 'expected-failure': {
      const unlock = row.unlock === undefined ? '' : ` (unlocked by ${row.unlock})`;
      const message = `${row.status.replace('-', ' ')}: ${row.reason ?? 'no reason was given'}${unlock}`;
      return make('skipped', element('skipped', { message }));
    }
    default:
      return row.status satisfies never;
  }
};

const brokenSuite = ({ result }: Reported): readonly Suite[] => {
  const broken = result.scenarios.filter((scenario) => scenario.status === 'broken');
  const cases = broken.map(({ id, reason }) =>
    testCase(result, ['scenarios', id], 'error', element('error', { message: reason ?? 'broke', type: 'harness' })),
  );
  return cases.length === 0 ? [] : [{ name: 'scenarios', cases }];
};

const verdictSuite = ({ result }: Reported): readonly Suite[] => {
  if (result.exitCode === 0 || result.requirements.some((row) => row.status === 'failed')) return [];
  const judged = result.verdict === 'incomplete' || result.verdict === 'non-conformant';
  const message = [headlineOf(result).meaning, result.reason].filter(Boolean).join(' ');
  const said = element(judged ? 'failure' : 'error', { message, type: result.verdict });
  return [{ name: 'run', cases: [testCase(result, ['run', 'verdict'], judged ? 'failure' : 'error', said)] }];
};
