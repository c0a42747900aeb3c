import type { RequirementId, RequirementResult, RunStarted } from '#schemas';
import type { Evidence } from './evidence.ts';
import { cameTo } from './replayed.ts';

/** Why a requirement without any report is nobody's concern here. */
export type Outside = Pick<RequirementResult, 'reason'> & { readonly status: 'not-applicable' | 'filtered' };

/** What lies outside the target's claims or the user's filter, in every shard; of a replay whatever the plan does not tell. */
export const outsideOf = (evidence: Evidence): ((id: RequirementId) => Outside | undefined) => {
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
