import { requirement, type RequirementId } from '../requirements/index.ts';
import { rowsIn } from '../row-files.ts';
import { causesOf, isNamed } from './index.ts';

/** What a failure costs, and where what causes it usually is. */
export interface Cost {
  readonly words: string;
  readonly look: string;
  /** The dearest is 0. */
  readonly rank: number;
}

type Families = readonly (readonly [of: readonly string[], look: string])[];

let all: readonly (Cost & { readonly of: RegExp })[] | undefined;

/** The first family in the table that the requirement with this cause is of; what only its shape is wrong with is the last. */
export const costOf = (id: RequirementId, cause = ''): Cost | undefined => {
  all ??= [...rowsIn<Families>(new URL('costs/', import.meta.url))].flatMap(([words, rows], rank) =>
    rows.map(([of, look]) => ({ words, look, rank, of: new RegExp(`^(${of.join('|').replaceAll('*', '.*')})`, 'u') })),
  );
  const subject = `${isShape(id, cause) ? 'shape ' : ''}${id} ${cause}`;
  return all.find(({ of }) => of.test(subject));
};

/** What a schema alone found has a cause that no row names. */
const isShape = (id: RequirementId, cause: string): boolean =>
  requirement(id).how.every((method) => method === 'schema') &&
  !(cause === '' ? causesOf(id).length > 0 : isNamed(id, cause));
