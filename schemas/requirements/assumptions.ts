import rows from './assumptions.json' with { type: 'json' };

/** A point the specification leaves open: never a violation, always a line in the report. */
export interface Assumption {
  /** What the specification does not show. */
  readonly point: string;
  /** What is assumed unless the configuration says otherwise, in words. */
  readonly fallback: string;
  /** The configuration key that changes it; none for what is only told in the report. */
  readonly key?: string;
}

/** So that our declarations have the ids in words: whoever uses them need not read JSON. */
const keyed = <Id extends string>(all: Readonly<Record<Id, Assumption>>) => all;
export const assumptions = keyed(rows);

export type AssumptionId = keyof typeof assumptions;

export const assumptionIds = Object.keys(assumptions) as readonly AssumptionId[];

export const isAssumptionId = (id: string): id is AssumptionId => Object.hasOwn(assumptions, id);

/** The key that has to be used instead of the id of an assumption, in words; undefined where its id is the key. */
export const insteadOf = (id: AssumptionId): string | undefined => {
  const { key } = assumptions[id];
  if (key === `assumptions.${id}`) return undefined;
  return key === undefined ? 'it is only told in the report, and cannot be set' : `it is set with ${key}`;
};
