import { element } from '../junit/xml.ts';
import { certifiedIn, messageOf, outcomeOf, type Round, type RoundRow } from './round.ts';

/** A suite for each party, a case for each target; red where its own run would be. */
export const roundJunit = ({ tool, rows }: Round): string => {
  const certified = certifiedIn(rows);
  const suites = [...Map.groupBy(certified, ({ suite }) => suite)].map(([suite, targets]) =>
    element('testsuite', { name: suite, ...countsOf(targets) }, ...targets.map(caseOf)),
  );
  const xml = element('testsuites', { name: `${tool.name} fleet`, ...countsOf(certified) }, ...suites);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
};

const countsOf = (rows: readonly RoundRow[]) => ({
  tests: rows.length,
  failures: rows.filter((row) => outcomeOf(row) === 'failed').length,
  errors: rows.filter((row) => outcomeOf(row) === 'broken').length,
});

const caseOf = (row: RoundRow): string => {
  const about = { name: row.name, classname: row.suite };
  const outcome = outcomeOf(row);
  if (outcome === 'passed') return element('testcase', about);
  const said = { message: messageOf(row), type: row.verdict };
  return element('testcase', about, element(outcome === 'failed' ? 'failure' : 'error', said));
};
