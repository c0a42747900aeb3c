import type { RequirementResult, RunResult, RunStarted } from '#schemas';
import { exitCodes } from './exit-codes.ts';
import type { Evidence } from './evidence.ts';

export type Verdict = Pick<RunResult, 'verdict' | 'exitCode' | 'reason'>;

/** The one word for a run. Whatever keeps us from vouching for the rest comes before what the rest says. */
export const toVerdict = (
  requirements: readonly RequirementResult[],
  { starts, ends, finished }: Evidence,
  { tolerate }: RunStarted['settling'],
  missingShards: readonly string[],
): Verdict => {
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
  if (ends.length < starts.length)
    return verdict('incomplete', exitCodes.incomplete, 'the journal ends before the run did');
  if (missingShards.length > 0)
    return verdict('incomplete', exitCodes.incomplete, `no journal of shard ${missingShards.join(', ')}`);
  const died = ended('died');
  if (requirements.some(({ status }) => status === 'failed'))
    return verdict('non-conformant', exitCodes.nonConformant, died?.reason);
  if (died !== undefined) return verdict('incomplete', exitCodes.incomplete, died.reason);
  const untried = requirements.filter(
    ({ id, level, status }) => status === 'not-exercised' && level === 'must' && !tolerate.includes(id),
  );
  if (untried.length > 0)
    return verdict('incomplete', exitCodes.incomplete, `${untried.length} of the must requirements could not be tried`);
  return verdict('conformant', exitCodes.conformant);
};

const verdict = (word: RunResult['verdict'], exitCode: number, reason?: string): Verdict => ({
  verdict: word,
  exitCode,
  ...(reason !== undefined && { reason }),
});
