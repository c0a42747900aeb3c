import {
  capabilitiesOf,
  type CertificateStatement,
  isRequirementId,
  requirement,
  requirementsOf,
  type RequirementResult,
  type RunStarted,
  type Party,
} from '#schemas';
import { powerOf } from '../verdicts/detection-power.ts';
import type { FinishedRun } from './finished-run.ts';
import type { Judged } from './gaps.ts';
import { createHash } from 'node:crypto';
import { scenariosOf } from '#scenarios';

/** SHA-256 over what the suite tries, so that two certificates can be told to be of the same suite. */
export const suiteDigest = (party: Party): string =>
  createHash('sha256')
    .update(
      JSON.stringify(scenariosOf[party].map(({ id, needs, covers, provokes }) => ({ id, needs, covers, provokes }))),
    )
    .digest('hex');

export interface Validity {
  readonly issuedAt: Date;
  readonly days: number;
}

const dayMs = 24 * 60 * 60 * 1000;

export const statementOf = (
  { start, result }: FinishedRun,
  evidence: CertificateStatement['evidence'],
  { issuedAt, days }: Validity,
): CertificateStatement => ({
  schemaVersion: 1,
  issuedAt: issuedAt.toISOString(),
  expiresAt: new Date(issuedAt.getTime() + days * dayMs).toISOString(),
  target: result.target,
  tool: result.tool,
  suite: { party: result.suite, digest: suiteDigest(result.suite) },
  register: result.register,
  startedAt: result.startedAt,
  finishedAt: result.finishedAt,
  seed: result.seed,
  effort: start.effort,
  capabilities: claimsOf(start),
  settings: { ...start.settings },
  assumptions: result.assumptions.map(({ id, value, from }) => ({ id, value, from })),
  severity: overridesOf(start),
  requirements: result.requirements.map(({ id, level, status, checks, reason }) => ({
    id,
    level,
    status: certified(status),
    checks,
    ...(reason !== undefined && { reason }),
  })),
  scenarios: result.scenarios.map(({ id, status, reason, attempts }) => ({
    id,
    status: status === 'done' ? status : 'omitted',
    ...(reason !== undefined && { reason }),
    ...(attempts !== undefined && { attempts }),
  })),
  defects: inReach(result),
  evidence,
});

const inReach = (result: FinishedRun['result']): NonNullable<CertificateStatement['defects']> => {
  const { known, couldShow } = powerOf(result);
  return { known, couldShow };
};

/** The same statement, to be looked through for gaps. */
export const judgedBy = ({ suite, severity, ...rest }: CertificateStatement): Judged => ({
  ...rest,
  scoredBy: rest.register.scored,
  suite: suite.party,
  severity: Object.fromEntries(severity.map(({ id, level }) => [id, level])),
});

const claimsOf = ({ suite, capabilities = {} }: RunStarted): Record<string, boolean> => {
  const known = requirementsOf(suite).flatMap(capabilitiesOf);
  const said = Object.keys(capabilities).filter((name) => name.startsWith(`${suite}.`));
  return Object.fromEntries([...new Set([...known, ...said])].sort().map((name) => [name, capabilities[name] ?? true]));
};

const overridesOf = ({ suite, settling }: RunStarted): CertificateStatement['severity'] =>
  Object.entries(settling.severity).flatMap(([id, level]) => {
    if (!isRequirementId(id) || requirement(id).party !== suite) return [];
    const { level: register } = requirement(id);
    return register === level ? [] : [{ id, level, register }];
  });

const certified = (status: RequirementResult['status']): CertificateStatement['requirements'][number]['status'] => {
  if (status === 'passed' || status === 'warning' || status === 'not-applicable' || status === 'not-scored')
    return status;
  throw new Error(`a requirement that is ${status} cannot be certified`);
};
