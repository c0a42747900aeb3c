import {
  assumptionIds,
  assumptions,
  type JournalEvent,
  type RequirementId,
  type RequirementResult,
  requirementsOf,
  type RunResult,
  type RunStarted,
  type ScenarioResult,
} from '#schemas';
import { exercisedBy } from '#scenarios';
import { otherShard } from '../plan/select.ts';
import { createEvidence, type Evidence, gather } from './evidence.ts';
import { withKnownFailure } from './known-failures.ts';
import { settleRow } from './row.ts';
import { toVerdict } from './verdict.ts';

/** A result in the making: it takes the events of a journal one by one and keeps none of them. */
export interface Fold {
  add(event: JournalEvent): void;
  result(): RunResult;
}

/** `merged`: the events are those of several shards together, and all shards must be there. */
export const createFold = (options: { readonly merged?: boolean } = {}): Fold => {
  const evidence = createEvidence();
  return {
    add: (event) => gather(evidence, event),
    result: () => toResult(evidence, options.merged === true),
  };
};

/** What a journal comes to. */
export const settle = (events: readonly JournalEvent[]): RunResult => {
  const fold = createFold();
  for (const event of events) fold.add(event);
  return fold.result();
};

const toResult = (evidence: Evidence, merged: boolean): RunResult => {
  const [start] = evidence.starts;
  if (start === undefined) throw new Error('a journal begins with run-started');
  const outside = outsideOf(evidence, merged);
  const requirements = requirementsOf(start.suite).map((id) =>
    withKnownFailure(settleRow(id, evidence, start, outside(id)), start),
  );
  const scenarios = scenarioResults(evidence);
  return {
    schemaVersion: 1,
    tool: start.tool,
    register: start.register,
    suite: start.suite,
    target: start.target,
    startedAt: evidence.starts.map(({ at }) => at).sort()[0] ?? start.at,
    finishedAt: evidence.lastAt,
    seed: start.seed,
    ...toVerdict(requirements, evidence, start.settling, merged ? missingShards(evidence.starts) : []),
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
    unexpected: [...evidence.unexpected].map(([what, seen]) => ({ what, ...seen })),
  };
};

/** Why a requirement without any report is nobody's concern here: outside the claims, the filter, or this shard. */
const outsideOf = ({ starts }: Evidence, merged: boolean): ((id: RequirementId) => string | undefined) => {
  const reasons = starts.map(({ plan }) => new Map(plan.notApplicable.map((row) => [row.requirement, row.reason])));
  const [start] = starts;
  const inThisShard = new Set(start?.plan.scenarios.flatMap(exercisedBy));
  const omittedHere = new Set(start?.plan.omitted.filter(({ reason }) => reason !== otherShard).flatMap(exercisedBy));
  return (id) => {
    const [first] = reasons;
    const reason = first?.get(id);
    if (reason !== undefined && reasons.every((others) => others.has(id))) return reason;
    // One shard by itself is judged by what it ran; the rest is the others' business until they are merged.
    const isAlone = !merged && start?.shard !== undefined;
    return isAlone && !inThisShard.has(id) && !omittedHere.has(id) ? 'left to another shard' : undefined;
  };
};

const missingShards = (starts: readonly RunStarted[]): readonly string[] => {
  const of = Math.max(0, ...starts.map(({ shard }) => shard?.of ?? 0));
  const there = new Set(starts.map(({ shard }) => shard?.index));
  return Array.from({ length: of }, (_, index) => index + 1)
    .filter((index) => !there.has(index))
    .map((index) => `${index}/${of}`);
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
  const cut = attempts.filter(({ made, planned }) => made < planned);
  return cut.length === 0
    ? undefined
    : cut.map(({ property, made, planned }) => `${property}: ${made} of ${planned} planned attempts made`).join('; ');
};

const countsOf = (
  requirements: readonly RequirementResult[],
  scenarios: RunResult['scenarios'],
  { exchanges }: Evidence,
): Record<string, number> => {
  const counts: Record<string, number> = {
    passed: 0,
    failed: 0,
    warning: 0,
    'not-applicable': 0,
    'not-exercised': 0,
    'expected-failure': 0,
    requirements: requirements.length,
    checks: requirements.reduce((sum, { checks }) => sum + checks, 0),
    violations: requirements.reduce((sum, { violations }) => sum + violations.length, 0),
    scenarios: scenarios.filter(({ status }) => status !== 'omitted').length,
    exchanges,
  };
  for (const { status } of requirements) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
