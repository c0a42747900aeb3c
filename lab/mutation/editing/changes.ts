import { fieldOperators, type FieldOperator } from './operators.ts';
import { type Json, placesOf, valueAt } from './places.ts';
import type { Plan } from './plan.ts';

/** One message changed on its way. */
export interface Change {
  readonly operation: string;
  /** Which of the messages that the operator can change it was. */
  readonly occurrence: number;
  /** Undefined where there was no body. */
  readonly before: Json | undefined;
  /** Undefined where none arrives. */
  readonly after: Json | undefined;
}

/** The body after the plan's operator; undefined when it changes nothing there. */
export const edited = (body: Json, plan: Plan, earlier: readonly Json[]): Json | undefined => {
  const edit = fieldOperators[plan.operator as FieldOperator];
  const paths = placesOf(body, plan.pattern);
  // From the end, so that an item that is dropped does not move those still to come.
  const chosen = plan.places === 'first' ? paths.slice(0, 1) : paths.toReversed();
  const after = chosen.reduce<Json>((changed, path) => {
    const now = JSON.stringify(valueAt(body, path));
    const before = earlier
      .toReversed()
      .map((one) => valueAt(one, path))
      .find((value) => value !== undefined && JSON.stringify(value) !== now);
    return edit(changed, path, before) ?? changed;
  }, body);
  return JSON.stringify(after) === JSON.stringify(body) ? undefined : after;
};
