import type { Reported, Report } from '../report.ts';
import { type Case, suitesOf } from './cases.ts';

/** ctrf-report.json: the cases of junit.xml as the Common Test Report Format has them. */
export const ctrf: Report = {
  name: 'ctrf',
  paths: ['ctrf-report.json'],
  purpose: 'what reads the Common Test Report Format; red exactly when the exit code is not 0',
  written: 'on request',
  write: (reported) => [{ path: 'ctrf-report.json', content: `${JSON.stringify(document(reported), null, 2)}\n` }],
};

const statuses = { failure: 'failed', error: 'failed', skipped: 'skipped', passed: 'passed' } as const;

const document = (reported: Reported) => {
  const { tool, suite, target, startedAt, finishedAt, seed, verdict, exitCode } = reported.result;
  const all = suitesOf(reported).flatMap(({ name, cases }) => cases.map((one) => testOf(suite, name, one)));
  const count = (wanted: string): number => all.filter(({ status }) => status === wanted).length;
  const [start, stop] = [Date.parse(startedAt), Date.parse(finishedAt)];
  return {
    reportFormat: 'CTRF',
    specVersion: '1.0.0',
    timestamp: finishedAt,
    generatedBy: tool.name,
    results: {
      tool,
      summary: {
        tests: all.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: 0,
        start,
        stop,
      },
      tests: all,
      extra: { suite, target, seed, verdict, exitCode },
    },
  };
};

const testOf = (party: string, area: string, { name, outcome, status, time, message, text, type }: Case) => ({
  name,
  status: statuses[outcome],
  duration: time === undefined ? 0 : time.stop - time.start,
  ...time,
  suite: [party, area],
  rawStatus: status,
  ...(message !== undefined && { message }),
  ...(text !== undefined && { trace: text }),
  ...(type !== undefined && { tags: [type] }),
});
