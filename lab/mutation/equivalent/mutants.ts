import type { Change } from '../editing/changes.ts';
import { merchantEquivalents } from './merchant.ts';
import type { Equivalence } from './rule.ts';
import type { Plan } from '../editing/plan.ts';
import { posEquivalents } from './pos.ts';

/** The rule that allows a change; undefined when there is none, so that the change counts as forbidden. */
export const equivalenceOf = (plan: Plan, change: Change): Equivalence | undefined => {
  const rules = { merchant: merchantEquivalents, pos: posEquivalents }[plan.party];
  const rule = rules.find(
    (one) =>
      one.in.includes(plan.operation) &&
      (typeof one.at === 'function' ? one.at(plan.pattern) : one.at.includes(plan.pattern)) &&
      one.by.includes(plan.operator) &&
      (one.if?.(change, plan) ?? true),
  );
  return rule && { clause: rule.clause, ...(rule.mayBeTold && { mayBeTold: rule.mayBeTold }) };
};
