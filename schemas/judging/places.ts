import type { RequirementId } from '../requirements/index.ts';
import type { CallOperation } from '../calls.ts';
import type { EventKind, ResultOperation } from '../commands.ts';
import rows from './places.json' with { type: 'json' };

/** As what a body is judged: that of a merchant by the call it is of, that of a POS by the kind of message. */
export type Operation = CallOperation | ResultOperation | EventKind;

/** Who answers for one place of a body. */
export interface Place {
  /** The requirement that owns the value here and everything below that no other place names. */
  readonly owner: RequirementId;
  /** Charged with the absence of this property. Default: the owner of the object that should hold it. */
  readonly absent?: RequirementId;
  /** Charged with a value of the wrong type. */
  readonly wrongType?: RequirementId;
  /** Charged with properties that do not belong into this object. */
  readonly extra?: RequirementId;
}

/** The places of a body, `*` standing for any index, and where each requirement has something to say. */
export interface Places {
  readonly places: Readonly<Record<string, Place | RequirementId>>;
  /** A requirement holds once something was seen here and nothing is wrong; a body without it says nothing. */
  readonly seen: Readonly<Partial<Record<RequirementId, string>>>;
  /** Owns the whole of a body that says success false, where that has a requirement of its own. */
  readonly failure?: RequirementId;
}

/** Bodies of which parts belong to other requirements than the whole, by what they are judged as. */
export const placesOf: ReadonlyMap<Operation, Places> = new Map(
  (rows as readonly (Places & { readonly operations: readonly Operation[] })[]).flatMap((row) =>
    row.operations.map((operation) => [operation, row] as const),
  ),
);
