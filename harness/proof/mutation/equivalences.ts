import type { Change } from './editing.ts';
import type { Plan } from './plan.ts';

/** Why the specification allows a change. */
export interface Allowance {
  /** Section of the specification, and what it says there. */
  readonly clause: string;
}

interface Rule extends Allowance {
  /** Operations, as a pattern of their names. */
  readonly in: RegExp;
  /** Patterns of places; the message itself is the empty one. */
  readonly at: RegExp;
  readonly by: readonly Plan['operator'][];
  readonly if?: (change: Change, plan: Plan) => boolean;
}

const rules: readonly Rule[] = [];

/** The rule of the specification that allows a change; undefined when there is none, so that the change is forbidden. */
export const allowanceFor = (plan: Plan, change: Change): Allowance | undefined => {
  const rule = rules.find(
    (one) =>
      one.in.test(plan.operation) &&
      one.at.test(plan.pattern) &&
      one.by.includes(plan.operator) &&
      (one.if?.(change, plan) ?? true),
  );
  return rule && { clause: rule.clause };
};
