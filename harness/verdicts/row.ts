import {
  causeId,
  type Level,
  requirement,
  type RequirementId,
  type RequirementResult,
  type RunStarted,
  type Violation,
} from '#schemas';
import type { Evidence, Reports, Trouble } from './evidence.ts';
import { replayCommand } from './replay-command.ts';
import type { Outside } from './outside.ts';
import { whyUntried } from './untried-reason.ts';

/** What one requirement came to, before known failures are taken into account. The worst report wins. */
export const settleRow = (
  id: RequirementId,
  evidence: Evidence,
  start: RunStarted,
  outside: Outside | undefined,
): RequirementResult => {
  const level: Level = start.settling.severity[id] ?? requirement(id).level;
  const reports = evidence.reports.get(id);
  const row = {
    id,
    level,
    checks: reports?.checks ?? 0,
    scenarios: [...(reports?.scenarios ?? [])],
    violations: [] as Violation[],
  };
  const status = worst(reports, level);
  if (status !== undefined && reports !== undefined) {
    // A warning among failures would be read as one of them.
    const warned = status === 'failed' ? [] : reports.warned.values();
    const troubles = [...reports.failed.values(), ...warned];
    return { ...row, status, violations: troubles.map((trouble) => toViolation(trouble, start)) };
  }
  if (outside !== undefined) return { ...row, ...outside };
  const { reason, unlock } = whyUntried(id, evidence);
  return { ...row, status: 'not-exercised', reason, ...(unlock !== undefined && { unlock }) };
};

const worst = (reports: Reports | undefined, level: Level): 'failed' | 'warning' | 'passed' | undefined => {
  if (reports === undefined) return undefined;
  if (reports.failed.size > 0) return level === 'must' ? 'failed' : 'warning';
  if (reports.warned.size > 0) return 'warning';
  return reports.passed > 0 ? 'passed' : undefined;
};

const toViolation = ({ scenario, finding, exchanges, count }: Trouble, start: RunStarted): Violation => ({
  scenario,
  message: finding.message,
  expected: finding.expected,
  actual: finding.actual,
  ...(finding.pointer !== undefined && { pointer: finding.pointer }),
  exchanges,
  replay: replayCommand(start, scenario, finding.replay),
  count,
  cause: causeId(finding),
});
