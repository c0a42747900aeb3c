import type { RunResult } from '#schemas';
import type { Report, Reported } from '../report.ts';
import { runDuration } from '../wording/durations.ts';
import { type Case, suitesOf } from './cases.ts';
import { element, xmlText } from './xml.ts';

/** junit.xml: red exactly when the run's exit code is not 0. */
export const junit: Report = {
  name: 'junit',
  paths: ['junit.xml'],
  purpose: 'CI servers; red exactly when the exit code is not 0',
  written: 'by default',
  write: (reported) => [{ path: 'junit.xml', content: document(reported) }],
};

const document = (reported: Reported): string => {
  const { result } = reported;
  const suites = suitesOf(reported);
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
          ...cases.map((one) => `\n    ${caseXml(result, one)}`),
          '\n  ',
        ),
      )
      .map((text) => `\n  ${text}`),
    '\n',
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
};

const countsOf = (cases: readonly Case[]): Readonly<Record<string, number>> => {
  const count = (wanted: Case['outcome']): number => cases.filter(({ outcome }) => outcome === wanted).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
};

/** `pos.Till 1.queue`: of one target, since CI servers keep one case of a class and a name. A dot would begin a package. */
const classOf = ({ suite, target }: RunResult, area: string): string =>
  [suite, target.name?.replaceAll('.', ' '), area].filter(Boolean).join('.');

const caseXml = (result: RunResult, { area, name, outcome, time, message, text, type }: Case): string => {
  const said = { ...(message !== undefined && { message }), ...(type !== undefined && { type }) };
  const inner = text === undefined ? [] : [xmlText(text)];
  return element(
    'testcase',
    { classname: classOf(result, area), name, ...(time && { time: ((time.stop - time.start) / 1000).toFixed(3) }) },
    ...(outcome !== 'passed' ? [element(outcome, said, ...inner)] : []),
    ...(outcome === 'passed' && text !== undefined ? [element('system-out', {}, ...inner)] : []),
  );
};
