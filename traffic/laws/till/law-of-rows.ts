import type { RequirementId } from '#schemas';
import { examine } from '../../evidence/examine.ts';
import { instead, type Row, type Says, type Sight } from '../../evidence/row.ts';
import type { CallStep } from '../../ledgers/till/habits.ts';
import type { Lifecycle } from '../../ledgers/till/messages.ts';
import type { TillTraffic } from '../../till-traffic.ts';
import { coversOf, notExercised } from '../define.ts';
import type { LawContext, PosLaw } from '../law.ts';
import { sinceActivation } from '../since-activation.ts';
import type { TillRow } from './table/row.ts';

/** A row about one call and the messages that it is about. */
export type CallRow = Row<CallStep, LawContext>;
/** A row about one call, whatever came before. */
export type TrafficRow = Row<TillTraffic, LawContext>;

/** Why a requirement was not exercised, and the key that gives occasion for it. */
export type Unexercised = readonly [requirement: RequirementId, reason: string, unlock?: string];

type Reasons = (context: LawContext) => readonly Unexercised[];

const examined = <Step>(rows: readonly Row<Step, LawContext>[], context: LawContext, unexercised: Reasons) => {
  const { end, ...examination } = examine(rows, context, context.budget);
  const reasons = () => unexercised(context).map((one) => notExercised(...one));
  return { ...examination, end: (now: number) => [...end(now), ...reasons()] };
};

/** What a till owes since it was activated, as rows about its calls. */
export const lawOfCalls = (id: string, rows: readonly CallRow[], unexercised: Reasons): PosLaw => ({
  id,
  covers: coversOf(rows),
  start: sinceActivation(coversOf(rows), (context) => {
    const run = examined(rows, context, unexercised);
    return { ...run, see: (seen) => run.see(context.till.habits.see(seen)) };
  }),
});

/** The same of all that a till does, also before it is activated. */
export const lawOfTraffic = (id: string, rows: readonly TrafficRow[], unexercised: Reasons): PosLaw => ({
  id,
  covers: coversOf(rows),
  start(context) {
    const run = examined(rows, context, unexercised);
    return { ...run, see: (seen) => [...run.at(seen.at), ...run.see(seen)] };
  },
});

/** The same of what it did about its tables and bills. */
export const lawOfTables = (id: string, rows: readonly TillRow[]): PosLaw => ({
  id,
  covers: coversOf(rows),
  start({ budget, till }) {
    const { see, at, end } = examine(rows, till, budget);
    return { see: (seen) => till.bills.see(seen).flatMap(see), at, end };
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
