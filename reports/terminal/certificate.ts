import type { CertificateStatement } from '#schemas';
import { printableLine } from '../wording/printable.ts';
import { plural } from '../wording/statuses.ts';
import { registerInWords } from '../wording/areas.ts';
import { reachOf } from '../wording/reach.ts';

/** What a certificate says, for a terminal: first what conformed, then all that a reader might otherwise overlook. */
export const certificateText = (statement: CertificateStatement): string => {
  const { target, suite, register, tool, effort, seed, evidence, requirements } = statement;
  const name = [target.name ?? 'unnamed target', target.version].filter(Boolean).join(' ');
  const passed = withStatus(statement, 'passed').length;
  const files = evidence.reduce((sum, folder) => sum + folder.files.length, 0);
  const lines = [
    `${name} conformed to the ${suite.party} suite on ${statement.finishedAt.slice(0, 10)}`,
    `  ${passed} of ${plural(requirements.length, 'requirement')} passed, register ${registerInWords(register)}`,
    `  by ${tool.name} ${tool.version}, effort ${effort}, seed ${seed}, ${plural(files, 'file')} of evidence`,
    ...reachLines(statement),
    `  valid from ${statement.issuedAt} to ${statement.expiresAt}`,
    ...remarks(statement).map((remark) => `  ${remark}`),
  ];
  return lines.map(printableLine).join('\n');
};

const reachLines = ({ scenarios, defects }: CertificateStatement): readonly string[] => {
  const reach = reachOf({ scenarios, power: defects });
  return reach === '' ? [] : [`  ${reach}`];
};

const remarks = (statement: CertificateStatement): readonly string[] => [
  ...listed('not scored', withStatus(statement, 'not-scored')),
  ...listed(
    'not claimed',
    Object.entries(statement.capabilities).flatMap(([id, claimed]) => (claimed ? [] : [id])),
  ),
  ...statement.severity.map(
    ({ id, level, register }) => `level changed: ${id} is a ${level}, the register says ${register}`,
  ),
  ...statement.assumptions
    .filter(({ from }) => from === 'config')
    .map(({ id, value }) => `assumption changed: ${id} is ${JSON.stringify(value)}`),
  ...Object.entries(statement.settings).map(([key, value]) => `configured: ${key} is ${JSON.stringify(value)}`),
  ...listed('warnings', withStatus(statement, 'warning')),
  ...statement.scenarios
    .filter(({ status }) => status === 'omitted')
    .map(({ id, reason = '' }) => `did not run: ${id}: ${reason}`),
];

const withStatus = (
  { requirements }: CertificateStatement,
  wanted: CertificateStatement['requirements'][number]['status'],
): readonly string[] => requirements.filter(({ status }) => status === wanted).map(({ id }) => id);

const listed = (title: string, ids: readonly string[]): readonly string[] =>
  ids.length === 0 ? [] : [`${title}: ${ids.join(', ')}`];
