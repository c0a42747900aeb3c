import type { RequirementId } from '#schemas';
import { examine } from '../../evidence/examine.ts';
import type { Row } from '../../evidence/row.ts';
import type { CallStep } from '../../ledgers/till/habits.ts';
import { definePosLaw, notExercised } from '../define.ts';
import type { LawContext, PosLaw } from '../law.ts';
import { sinceActivation } from '../since-activation.ts';

/** A row about one call and the messages that it is about. */
export type CallRow = Row<CallStep, LawContext>;

/** Why a requirement was not exercised, and the key that gives occasion for it. */
export type Unexercised = readonly [requirement: RequirementId, reason: string, unlock?: string];

/** What a till owes since it was activated, as rows about its calls. */
export const lawOfCalls = (
  id: string,
  rows: readonly CallRow[],
  unexercised: (context: LawContext) => readonly Unexercised[],
): PosLaw => {
  const covers = [...new Set(rows.map(({ requirement }) => requirement))];
  return definePosLaw({
    id,
    covers,
    start: sinceActivation(covers, (context) => {
      const { see, at, end } = examine(rows, context, context.budget);
      return {
        see: (seen) => see(context.till.habits.see(seen)),
        at,
        end: (now) => [...end(now), ...unexercised(context).map((one) => notExercised(...one))],
      };
    }),
  });
};
