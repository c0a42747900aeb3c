import type { CheckOutcome, Judgement, ReplayPlan, RequirementId } from '#schemas';

/** The attempt of a property that is under way, so that what a law tells of its traffic can be tried again. */
export type AttemptUnderWay = ReturnType<typeof createAttemptUnderWay>;

export const createAttemptUnderWay = () => {
  let now: { readonly attempt: ReplayPlan; readonly provokes: readonly RequirementId[] } | undefined;
  return {
    /** Undefined once it is over. */
    turnTo(attempt: ReplayPlan | undefined, provokes: readonly RequirementId[]): void {
      now = attempt && { attempt, provokes };
    },
    /** The same judgement, with the plan where the attempt gave occasion for it. */
    withPlan<Told extends Judgement>(judgement: Told): Told {
      const { requirement, outcome } = judgement;
      if (outcome.status !== 'failed' || now?.provokes.includes(requirement) !== true) return judgement;
      return { ...judgement, outcome: { replay: now.attempt, ...outcome } satisfies CheckOutcome };
    },
  };
};
