import {
  assumptionIds,
  assumptions,
  causeId,
  type JournalEvent,
  type Level,
  requirement,
  type RequirementId,
  type RequirementResult,
  requirementsOf,
  type RunResult,
  type RunStarted,
  type ScenarioResult,
  type Violation,
} from '#schemas';
import { diagnosisOf } from './diagnosis.ts';
import { createEvidence, type Evidence, gather, type Reports, type Trouble } from './evidence.ts';
import { withKnownFailures } from './known-failures.ts';
import { cameTo } from './replayed.ts';
import { asScored, registerOf } from './scored.ts';
import { toVerdict } from './verdict.ts';
import { replayCommand } from './replay-command.ts';
import { whyUntried } from './untried-reason.ts';

/** A result in the making: it takes the events of a journal one by one and keeps none of them. Of a run that goes on nobody asks for a diagnosis. */
export const createFold = () => {
  const seen = createEvidence();
  return { add: (event: JournalEvent) => gather(seen, event), result: (isOver = true) => toResult(seen, isOver) };
};

/** What a journal comes to; that of several shards has the start of each. */
export const settle = (events: readonly JournalEvent[]): RunResult => {
  const fold = createFold();
  for (const event of events) fold.add(event);
  return fold.result();
};

const toResult = (evidence: Evidence, isOver: boolean): RunResult => {
  const [start] = evidence.starts;
  if (start === undefined) throw new Error('a journal begins with run-started');
  const outside = outsideOf(evidence);
  const replay = cameTo(evidence);
  const placed = evidence.placed.all();
  const requirements = requirementsOf(start.suite).map((id) =>
    asScored(id, withKnownFailures(settleRow(id, evidence, start, outside(id)), start, causesOf(evidence, id)), start),
  );
  const scenarios = scenarioResults(evidence);
  const diagnosis = isOver ? diagnosisOf({ suite: start.suite, requirements }) : [];
  return {
    schemaVersion: 1,
    tool: start.tool,
    register: registerOf(start),
    suite: start.suite,
    target: start.target,
    startedAt: evidence.starts.map(({ at }) => at).sort()[0] ?? start.at,
    finishedAt: evidence.lastAt,
    seed: start.seed,
    ...toVerdict(requirements, evidence, start.settling),
    ...(evidence.starts.length === 1 && start.shard !== undefined && { shard: start.shard }),
    ...(replay !== undefined && { replay }),
    counts: countsOf(requirements, scenarios, evidence),
    requirements,
    scenarios,
    assumptions: assumptionIds.map((id) => {
      const configured = start.settling.assumptions[id];
      return {
        id,
        value: configured ?? assumptions[id].fallback,
        from: configured === undefined ? 'default' : 'config',
        observed: [...(evidence.observed.get(id) ?? [])],
      };
    }),
    ...(placed.length > 0 && { placed }),
    ...(diagnosis.length > 0 && { diagnosis: [...diagnosis] }),
    ...(evidence.usedUp.size > 0 && { usedUp: [...evidence.usedUp] }),
    unexpected: [...evidence.unexpected].map(([what, seen]) => ({ what, ...seen })),
  };
};

const causesOf = ({ reports }: Evidence, id: RequirementId): ReadonlySet<string> => {
  const seen = reports.get(id);
  return new Set([...(seen?.failed.keys() ?? []), ...(seen?.warned.keys() ?? [])]);
};

const scenarioResults = ({ starts, begun, finished, attempted }: Evidence): RunResult['scenarios'] => {
  const planned = starts.flatMap(({ plan }) => plan.scenarios.map(({ id }) => id));
  const omitted = new Map(starts.flatMap(({ plan }) => plan.omitted.map((one) => [one.id, one.reason])));
  const ran = planned.map((id) => {
    const end = finished.get(id);
    if (end === undefined) {
      const reason = begun.has(id) ? 'the run ended while it was under way' : 'the run ended before it';
      return { id, status: 'omitted' as const, durationMs: 0, reason };
    }
    const { status, durationMs } = end;
    const attempts = attempted.get(id);
    const reason = end.reason ?? cutShort(attempts);
    return { id, status, durationMs, ...(attempts && { attempts }), ...(reason !== undefined && { reason }) };
  });
  return [
    ...ran,
    ...[...omitted]
      .filter(([id]) => !planned.includes(id))
      .map(([id, reason]) => ({ id, status: 'omitted' as const, durationMs: 0, reason })),
  ];
};

/** What was planned and not tried is not held to be right. */
const cutShort = (attempts: ScenarioResult['attempts'] = []): string | undefined => {
  // How much of a covering plan there was is no matter of time.
  const cut = attempts.filter(({ made, planned, levels }) => made < planned && levels === undefined);
  return cut.length === 0
    ? undefined
    : `${cut.map(({ property, made, planned }) => `${property}: ${made} of ${planned} planned attempts made`).join('; ')}; attempts.within gives time for all`;
};

const countsOf = (
  requirements: readonly RequirementResult[],
  scenarios: RunResult['scenarios'],
  { exchanges, limited }: Evidence,
): Record<string, number> => {
  const counts: Record<string, number> = {
    passed: 0,
    failed: 0,
    warning: 0,
    'not-applicable': 0,
    filtered: 0,
    'not-exercised': 0,
    'expected-failure': 0,
    requirements: requirements.length,
    checks: requirements.reduce((sum, { checks }) => sum + checks, 0),
    violations: requirements.reduce((sum, { violations }) => sum + violations.length, 0),
    scenarios: scenarios.filter(({ status }) => status !== 'omitted').length,
    exchanges,
    ...(limited > 0 && { limited }),
  };
  for (const { status } of requirements) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** What one requirement came to, before known failures are taken into account. The worst report wins. */
const settleRow = (
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
  const usedUp = reports?.untried.find((one) => one.usedUp);
  if (status === 'passed' && usedUp !== undefined) {
    const { reason, unlock } = usedUp;
    return { ...row, status: 'not-exercised', reason, ...(unlock !== undefined && { unlock }) };
  }
  if (status !== undefined && reports !== undefined) {
    // A warning among failures would be read as one of them.
    const warned = status === 'failed' ? [] : reports.warned.values();
    const troubles = [...reports.failed.values(), ...warned];
    const violations = troubles.map((trouble) => toViolation(trouble, start));
    return { ...row, status, ...notTried(reports), violations };
  }
  if (outside !== undefined) return { ...row, ...outside };
  const { reason, unlock } = whyUntried(id, evidence);
  return { ...row, status: 'not-exercised', reason, ...(unlock !== undefined && { unlock }) };
};

/** What scenarios could not try of what others told about: it was neither right nor mended. */
const notTried = ({ untried }: Reports): Pick<RequirementResult, 'untried'> => {
  const said = untried.flatMap(({ by, scenario, reason }) => (by === 'scenario' ? [[scenario, reason] as const] : []));
  const unlike = new Map(said.map((one) => [one.join(' '), one]));
  return unlike.size === 0 ? {} : { untried: [...unlike.values()].map(([scenario, reason]) => ({ scenario, reason })) };
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

/** Why a requirement without any report is nobody's concern here. */
type Outside = Pick<RequirementResult, 'reason'> & { readonly status: 'not-applicable' | 'filtered' };

/** What lies outside the target's claims or the user's filter, in every shard; of a replay whatever the plan does not tell. */
const outsideOf = (evidence: Evidence): ((id: RequirementId) => Outside | undefined) => {
  const { starts } = evidence;
  const unclaimed = inEvery(starts, ({ plan }) => plan.notApplicable);
  const filtered = inEvery(starts, ({ plan }) => plan.filtered ?? []);
  const came = cameTo(evidence)?.came;
  const isReplayed = came === 'held' || came === 'failed';
  return (id) => {
    const [claims, filter] = [unclaimed(id), filtered(id) ?? (isReplayed ? 'left out by --replay' : undefined)];
    if (claims !== undefined) return { status: 'not-applicable', reason: claims };
    return filter === undefined ? undefined : { status: 'filtered', reason: filter };
  };
};

const inEvery = (
  starts: readonly RunStarted[],
  rowsOf: (start: RunStarted) => RunStarted['plan']['notApplicable'],
): ((id: RequirementId) => string | undefined) => {
  const [first, ...others] = starts.map((start) => new Map(rowsOf(start).map((row) => [row.requirement, row.reason])));
  return (id) => (others.every((other) => other.has(id)) ? first?.get(id) : undefined);
};
