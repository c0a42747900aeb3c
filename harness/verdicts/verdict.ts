import { registerDigest, registerVersion, type RequirementResult, type RunResult, type RunStarted } from '#schemas';
import { exitCodes } from './exit-codes.ts';
import type { Evidence } from './evidence.ts';
import { isStale } from './known-failures.ts';
import { cameTo } from './replayed.ts';
import { missingShards } from './shards.ts';
import { otherShard } from '../plan/select.ts';

export type Verdict = Pick<RunResult, 'verdict' | 'exitCode' | 'reason'>;

/**
 * The one word for a run. A run that did not come to its own end says so before anything else. After that a failure stays
 * one, however much is missing; and only of a run that is whole does anybody say that it holds.
 */
export const toVerdict = (
  requirements: readonly RequirementResult[],
  evidence: Evidence,
  { tolerate }: RunStarted['settling'],
): Verdict => {
  const { ends, finished } = evidence;
  const ended = (how: (typeof ends)[number]['ended']) => ends.find((end) => end.ended === how);
  const notJudged = ended('not-judged');
  if (notJudged !== undefined) return verdict('not-judged', exitCodes.notJudged, notJudged.reason);
  const interrupted = ended('interrupted');
  if (interrupted !== undefined)
    return verdict('incomplete', exitCodes.interrupted, interrupted.reason ?? 'the run was interrupted');
  const bug = ended('broken');
  if (bug !== undefined) return verdict('harness-error', exitCodes.harnessError, bug.reason);
  const broken = [...finished.values()].filter(({ status }) => status === 'broken');
  const [first] = broken;
  if (first !== undefined) {
    const others = broken.length > 1 ? `, and ${broken.length - 1} more` : '';
    return verdict('harness-error', exitCodes.harnessError, `${first.scenario} broke: ${first.reason ?? ''}${others}`);
  }
  const cut = notWhole(evidence);
  if (requirements.some((row) => row.status === 'failed' || isStale(row)))
    return verdict('non-conformant', exitCodes.nonConformant, cut);
  const untried = untriedIn(requirements, tolerate);
  if (cut !== undefined)
    return verdict('incomplete', isGoodShard(evidence, untried) ? exitCodes.conformant : exitCodes.incomplete, cut);
  if (untried.length > 0)
    return verdict('incomplete', exitCodes.incomplete, `${untried.length} of the must requirements could not be tried`);
  // Silence is no pass, even where all of it is allowed: filtered, tolerated or not claimed.
  if (requirements.every(({ checks }) => checks === 0))
    return verdict('incomplete', exitCodes.incomplete, 'nothing was exercised');
  return verdict('conformant', exitCodes.conformant);
};

/** What must be tried, was not, and is not tolerated. */
export const untriedIn = (
  requirements: readonly RequirementResult[],
  tolerate: readonly string[],
): readonly RequirementResult[] =>
  requirements.filter(
    ({ id, level, status }) => status === 'not-exercised' && level === 'must' && !tolerate.includes(id),
  );

/** Alone and to its end, and asked to end well where it lacks only what other shards run. */
const isGoodShard = ({ starts, ends }: Evidence, untried: readonly RequirementResult[]): boolean => {
  const [start, ...others] = starts;
  if (start?.shard?.exit !== 0 || others.length > 0 || ends.some(({ ended }) => ended !== 'completed')) return false;
  const elsewhere = new Set<string>(
    start.plan.omitted.flatMap((one) => (one.reason === otherShard ? [...one.covers, ...(one.provokes ?? [])] : [])),
  );
  return untried.every(({ id }) => elsewhere.has(id));
};

/** Why what there is cannot be all of it. */
const notWhole = (evidence: Evidence): string | undefined => {
  const { starts, ends } = evidence;
  const cut = ends.find(({ ended, reason }) => ended === 'died' || reason !== undefined);
  if (cut !== undefined) return cut.reason ?? 'the target died';
  if (ends.length < starts.length) return 'the journal ends before the run did';
  const missing = missingShards(starts);
  if (missing.length > 0)
    return `no journal of shard ${missing.join(', ')}; conformance report merges the folders of all shards into one verdict`;
  const other = starts.find(({ register }) => register.digest !== registerDigest());
  if (other !== undefined)
    return `judged by another register (${other.register.version}; digest ${other.register.digest.slice(0, 8)}; this version has ${registerVersion}, digest ${registerDigest().slice(0, 8)}): run again`;
  const replay = cameTo(evidence);
  return replay?.came === 'unmet' ? `the stored plan could not be tried: ${replay.reason ?? ''}` : undefined;
};

const verdict = (word: RunResult['verdict'], exitCode: number, reason?: string): Verdict => ({
  verdict: word,
  exitCode,
  ...(reason !== undefined && { reason }),
});
