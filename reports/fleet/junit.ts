import { junitXml } from '../junit/junit.ts';
import { certifiedIn, messageOf, outcomeOf, type Round } from './round.ts';

const outcomes = { passed: 'passed', failed: 'failure', broken: 'error' } as const;

/** A suite for each party, a case for each target; red where its own run would be. */
export const roundJunit = ({ tool, rows }: Round): string => {
  const suites = [...Map.groupBy(certifiedIn(rows), ({ suite }) => suite)].map(([area, targets]) => ({
    name: area,
    cases: targets.map((row) => ({
      area,
      name: row.name,
      status: row.verdict,
      outcome: outcomes[outcomeOf(row)],
      ...(row.verdict !== 'conformant' && { message: messageOf(row), type: row.verdict }),
    })),
  }));
  return junitXml(suites, { name: `${tool.name} fleet`, classOf: (area) => area });
};
