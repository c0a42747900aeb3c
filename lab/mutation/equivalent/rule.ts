import type { Change } from '../editing/changes.ts';
import type { Plan } from '../editing/plan.ts';

/** Why the specification allows a change. */
export interface Equivalence {
  /** The section of the specification, and what it says or leaves open there. */
  readonly clause: string;
  /**
   * What is changed is wrong all the same, in a place the text leaves open or in a way that cannot be told from what is right:
   * whoever can read it may tell of it, and nobody has to.
   */
  readonly mayBeTold?: true;
}

/** What the specification allows to be otherwise. */
export interface EquivalenceRule extends Equivalence {
  readonly in: readonly string[];
  /** Patterns of places it is about; the message itself is the empty one. */
  readonly at: readonly string[] | ((pattern: string) => boolean);
  readonly by: readonly Plan['operator'][];
  readonly if?: (change: Change, plan: Plan) => boolean;
}
