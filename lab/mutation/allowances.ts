import type { Change } from './editing.ts';
import { merchantAllowances } from './merchant-allowances.ts';
import type { Plan } from './plan.ts';
import { posAllowances } from './pos-allowances.ts';

/** Why the specification allows a change. */
export interface Allowance {
  /** The section of the specification, and what it says or leaves open there. */
  readonly clause: string;
}

/** What the specification allows to be otherwise. */
export interface AllowanceRule extends Allowance {
  readonly in: readonly string[];
  /** Patterns of places it is about; the message itself is the empty one. */
  readonly at: readonly string[] | ((pattern: string) => boolean);
  readonly by: readonly Plan['operator'][];
  readonly if?: (change: Change, plan: Plan) => boolean;
}

/** The rule that allows a change; undefined when there is none, so that the change counts as forbidden. */
export const allowanceFor = (plan: Plan, change: Change): Allowance | undefined => {
  const rules = { merchant: merchantAllowances, pos: posAllowances }[plan.party];
  const rule = rules.find(
    (one) =>
      one.in.includes(plan.operation) &&
      (typeof one.at === 'function' ? one.at(plan.pattern) : one.at.includes(plan.pattern)) &&
      one.by.includes(plan.operator) &&
      (one.if?.(change, plan) ?? true),
  );
  return rule && { clause: rule.clause };
};
