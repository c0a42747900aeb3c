import type { Sight } from '../../evidence/row.ts';
import type { TableStep } from '../../ledgers/till/tables.ts';

/** So long the event of a change may take that does not say which line it is about. */
export const toldWithinMs = 2_000;
/** In so short a time a waiter hardly moves a line of that very table, or brings one back, and not twice. */
export const shortMs = 2_000;

/** What nobody at the till did, unless an event of it follows. */
export interface Unexplained extends Sight {
  readonly missing: {
    readonly tableId: string;
    /** The identifier of a line, or of a payment. */
    readonly id: string;
    /** The table was not changed by anybody since, so that only an event that names the line is about that. */
    readonly isUnmoved?: boolean;
  };
}

const isUnexplained = (sight: Sight): sight is Unexplained => 'missing' in sight;

/** What an event explains. `maySay`: it says which table it is about, so that one of others is about those. */
export const explainedBy = ({ changed = [], body, at }: TableStep, maySay: boolean): ((sight: Sight) => boolean) => {
  // Of an event that was not kept nobody knows what it names.
  const text = body === undefined ? undefined : JSON.stringify(body);
  return (sight) => {
    if (!isUnexplained(sight)) return false;
    const { tableId, id, isUnmoved = false } = sight.missing;
    const isOther = maySay && changed.length > 0 && !changed.includes(tableId);
    const isLate = at - (sight.at ?? at) > toldWithinMs;
    return text?.includes(id) !== false || !(isUnmoved || isLate || isOther);
  };
};
