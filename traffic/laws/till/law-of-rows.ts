import type { RequirementId } from '#schemas';
import { examine } from '../../evidence/examine.ts';
import { instead, type Row, type Says, type Sight } from '../../evidence/row.ts';
import type { CallStep } from '../../ledgers/till/habits.ts';
import type { Lifecycle } from '../../ledgers/till/messages.ts';
import type { TillTraffic } from '../../till-traffic.ts';
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

/** The same of all that a till does, also before it is activated. */
export const lawOfTraffic = (
  id: string,
  rows: readonly Row<TillTraffic, LawContext>[],
  unexercised: (context: LawContext) => readonly Unexercised[],
): PosLaw =>
  definePosLaw({
    id,
    covers: [...new Set(rows.map(({ requirement }) => requirement))],
    start(context) {
      const { see, at, end } = examine(rows, context, context.budget);
      return {
        see: (seen) => [...at(seen.at), ...see(seen)],
        at,
        end: (now) => [...end(now), ...unexercised(context).map((one) => notExercised(...one))],
      };
    },
  });

/** What there is to say of each message as it is now. Of one that was forgotten nobody saw what else became of it. */
export const byMessage =
  (says: (lifecycle: Lifecycle, seen: TillTraffic) => Sight | 'passed' | undefined) =>
  ({ seen, about }: CallStep): Says => {
    if (about.length === 0)
      return 'messageId' in seen && seen.messageId !== undefined ? instead(seen.messageId) : undefined;
    return about.flatMap((lifecycle) => instead(lifecycle.messageId, says(lifecycle, seen)));
  };
