import { requirement, type RequirementId } from '#schemas';
import { needsRun, otherShard, unconfigured } from '../plan/select.ts';
import type { Evidence } from './evidence.ts';
import { exercisedBy } from '#scenarios';
import { isJudgedOnExchanges } from '#traffic';

interface Why {
  readonly reason: string;
  readonly unlock?: string;
}

/**
 * Why nobody could say anything about a requirement. What kept a scenario that ran from telling is truer than what kept
 * another from running; besides, a reason the user can do something about comes first.
 */
export const whyUntried = (id: RequirementId, evidence: Evidence): Why => {
  const reported = evidence.reports.get(id)?.untried ?? [];
  const said = reported.filter(({ by }) => by === 'scenario');
  const ran = fromScenarios(id, evidence);
  const others = [...reported, ...ran, ...omitted(id, evidence), ...fromRegister(id, evidence)];
  const why = first(said) ?? (ran.length > 0 ? first(reported) : undefined) ?? first(others);
  return why === undefined ? { reason: 'no scenario covers it' } : { reason: why.reason, ...unlockOf(why) };
};

const first = (reasons: readonly Why[]): Why | undefined =>
  reasons.find(({ unlock }) => unlock !== undefined) ?? reasons[0];
const unlockOf = ({ unlock }: Why): Pick<Why, 'unlock'> => (unlock === undefined ? {} : { unlock });

const fromScenarios = (id: RequirementId, { starts, begun, finished }: Evidence): readonly Why[] =>
  starts
    .flatMap(({ plan }) => plan.scenarios)
    .filter((scenario) => exercisedBy(scenario).includes(id))
    .map(({ id: scenario }) => {
      const end = finished.get(scenario);
      if (end?.status === 'broken') return { reason: `${scenario} ended early: ${end.reason ?? ''}` };
      if (end !== undefined) return { reason: `${scenario} ran, but could not reach this check` };
      return {
        reason: begun.has(scenario)
          ? `the run ended while ${scenario} was under way`
          : `the run ended before ${scenario}`,
      };
    });

/** Reasons that are the same for every scenario. */
const told: Readonly<Record<string, string>> = { [needsRun]: needsRun, [otherShard]: 'left to another shard' };

const omitted = (id: RequirementId, { starts }: Evidence): readonly Why[] => {
  const ran = new Set(starts.flatMap(({ plan }) => plan.scenarios.map((scenario) => scenario.id)));
  return starts
    .flatMap(({ plan }) => plan.omitted)
    .filter((scenario) => exercisedBy(scenario).includes(id) && !ran.has(scenario.id))
    .map(({ id: scenario, reason, unlock }) => ({
      reason: told[reason] ?? `${scenario} did not run: ${reason}`,
      ...(unlock !== undefined && { unlock }),
    }));
};

const fromRegister = (id: RequirementId, { starts }: Evidence): readonly Why[] => {
  const { needs } = requirement(id);
  const missing = starts.flatMap(({ plan }) => plan.missing ?? []);
  const need = needs?.find((key) => missing.includes(key));
  if (need !== undefined) return [{ reason: unconfigured(need), unlock: need }];
  return isJudgedOnExchanges(id) ? [{ reason: 'nothing the target sent was about this requirement' }] : [];
};
