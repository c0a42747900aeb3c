import type { CheckOutcome, Judgement, ReplayPlan, RequirementId } from '#schemas';

/** The attempt of a property that is under way, so that what a law tells of its traffic can be tried again. */
export interface AttemptUnderWay {
  /** Undefined once it is over. */
  readonly turnTo: (attempt: ReplayPlan | undefined, provokes: readonly RequirementId[]) => void;
  /** The same judgement, with the plan where the attempt gave occasion for it. */
  readonly withPlan: <Told extends Judgement>(judgement: Told) => Told;
}

export const createAttemptUnderWay = (): AttemptUnderWay => {
  let now: { readonly attempt: ReplayPlan; readonly provokes: readonly RequirementId[] } | undefined;
  return {
    turnTo(attempt, provokes) {
      now = attempt && { attempt, provokes };
    },
    withPlan(judgement) {
      const { requirement, outcome } = judgement;
      if (outcome.status !== 'failed' || now?.provokes.includes(requirement) !== true) return judgement;
      return { ...judgement, outcome: { replay: now.attempt, ...outcome } satisfies CheckOutcome };
    },
  };
};
