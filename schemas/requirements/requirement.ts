/** Who can get a requirement right or wrong. */
export const parties = ['merchant', 'pos', 'platform'] as const;
export type Party = (typeof parties)[number];

/** `must`: the specification states it. `should`: it says "should", or it follows only by inference. */
export const levels = ['must', 'should'] as const;
export type Level = (typeof levels)[number];

/**
 * How a requirement is examined: by the schema of every exchange, by behaviour across exchanges, by a property over
 * random inputs, and whether a trigger or a fixture of the user's is needed before anything can be said.
 */
export const methods = ['schema', 'behaviour', 'property', 'trigger'] as const;
export type Method = (typeof methods)[number];

/** One thing a target can get right or wrong: a row of the register. */
export interface Requirement {
  readonly level: Level;
  readonly party: Party;
  /** Where the specification says so: `Section › Part › rule`. */
  readonly clause: string;
  /** What holds of a conformant target, in one sentence. */
  readonly rule: string;
  readonly how: readonly Method[];
  /** How it is checked, in at most two short sentences; `causes/` has what breaks it. */
  readonly check: string;
  /** Configuration keys without which the row cannot be exercised. */
  readonly needs?: readonly string[];
  /** Capability of the target without which the row does not apply, such as `merchant.lock`. */
  readonly capability?: string;
  /** Another one, without which it does not apply either. */
  readonly alsoCapability?: string;
}

type Shared = Pick<Requirement, 'level' | 'how' | 'needs' | 'capability'>;
type Row = Omit<Requirement, 'level' | 'party' | 'how'> & Partial<Pick<Requirement, 'level' | 'how'>>;

/** The rows of an area, as its file has them: what all of them share stands once, and a row may have its own level, methods, needs or capability. */
export const rowsOf = <P extends Party, Id extends string>(
  party: P,
  area: { readonly shared: object; readonly rows: Readonly<Record<Id, object>> },
) => {
  const { level, how, ...shared } = area.shared as Shared;
  return Object.fromEntries(
    Object.entries(area.rows as Readonly<Record<string, Row>>).map(([id, { clause, rule, check, ...own }]) => [
      id,
      { level, party, clause, rule, how, check, ...shared, ...own },
    ]),
  ) as Readonly<Record<Id, Requirement & { readonly party: P }>>;
};
