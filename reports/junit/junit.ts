import type { RunResult } from '#schemas';
import type { Report, Reported } from '../report.ts';
import { runDuration } from '../wording/durations.ts';
import { type Case, type Suite, suitesOf } from './cases.ts';
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
  return junitXml(suitesOf(reported), {
    name: `${result.tool.name} ${result.suite}`,
    more: { time: (runDuration(result) / 1000).toFixed(3) },
    ofSuite: { timestamp: result.startedAt.replace(/\.\d+Z$|Z$/, '') },
    classOf: (area) => classOf(result, area),
  });
};

interface About {
  readonly name: string;
  /** What else stands in the outermost element, and in that of each suite. */
  readonly more?: Readonly<Record<string, string>>;
  readonly ofSuite?: Readonly<Record<string, string>>;
  /** What an area is called among those of other targets. */
  readonly classOf: (area: string) => string;
}

export const junitXml = (suites: readonly Suite[], { name, more, ofSuite, classOf: className }: About): string => {
  const all = suites.map(({ name: area, cases }) =>
    element(
      'testsuite',
      { name: className(area), ...countsOf(cases), ...ofSuite },
      ...cases.map((one) => `\n    ${caseXml(className(one.area), one)}`),
      '\n  ',
    ),
  );
  const counts = countsOf(suites.flatMap(({ cases }) => cases));
  const xml = element('testsuites', { name, ...counts, ...more }, ...all.map((text) => `\n  ${text}`), '\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
};

const countsOf = (cases: readonly Case[]): Readonly<Record<string, number>> => {
  const count = (wanted: Case['outcome']): number => cases.filter(({ outcome }) => outcome === wanted).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
};

/** `pos.Till 1.queue`: of one target, since CI servers keep one case of a class and a name. A dot would begin a package. */
const classOf = ({ suite, target }: RunResult, area: string): string =>
  [suite, target.name?.replaceAll('.', ' '), area].filter(Boolean).join('.');

const caseXml = (classname: string, { name, outcome, time, message, text, type }: Case): string => {
  const said = { ...(message !== undefined && { message }), ...(type !== undefined && { type }) };
  const inner = text === undefined ? [] : [xmlText(text)];
  return element(
    'testcase',
    { classname, name, ...(time && { time: ((time.stop - time.start) / 1000).toFixed(3) }) },
    ...(outcome !== 'passed' ? [element(outcome, said, ...inner)] : []),
    ...(outcome === 'passed' && text !== undefined ? [element('system-out', {}, ...inner)] : []),
  );
};
