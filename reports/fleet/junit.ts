import { element } from '../junit/xml.ts';
import { type Round, roundWords, type RoundRow } from './round.ts';

/** A suite for each party, a case for each target; red where its own run would be. */
export const roundJunit = ({ tool, rows }: Round): string => {
  const suites = [...Map.groupBy(rows.filter(isOfFleet), ({ suite }) => suite)].map(([suite, targets]) =>
    element('testsuite', { name: suite, ...countsOf(targets) }, ...targets.map(caseOf)),
  );
  const xml = element('testsuites', { name: `${tool.name} fleet`, ...countsOf(rows.filter(isOfFleet)) }, ...suites);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
};

const isOfFleet = ({ change }: RoundRow): boolean => change !== 'gone';

const countsOf = (rows: readonly RoundRow[]) => ({
  tests: rows.length,
  failures: rows.filter(({ verdict }) => verdict === 'non-conformant' || verdict === 'incomplete').length,
  errors: rows.filter(({ verdict }) => !['conformant', 'non-conformant', 'incomplete'].includes(verdict)).length,
});

const caseOf = ({ name, suite, verdict, reason, failed }: RoundRow): string => {
  const about = { name, classname: suite };
  if (verdict === 'conformant') return element('testcase', about);
  const message = [roundWords[verdict].words, reason, failed.join(', ')].filter(Boolean).join(': ');
  const isJudged = verdict === 'non-conformant' || verdict === 'incomplete';
  return element('testcase', about, element(isJudged ? 'failure' : 'error', { message, type: verdict }));
};
