import type { RequirementId } from '../requirements/index.ts';
import { rowsIn } from '../row-files.ts';

/** What makes a cause certain, each in a sentence. */
const certainties = {
  one: 'One exchange shows it.',
  pair: 'Two exchanges that must agree do not.',
  several: 'It fails only when several different cases show the same.',
  control: 'The same call without this one difference was answered well.',
  twice: 'Seen once it is a warning. Seen again it fails.',
  waited: 'It did not happen within the time the check allows.',
  warning: 'It is always a warning.',
} as const;

type Rows = Readonly<
  Record<string, readonly [sentence: string, fix: string, certain: keyof typeof certainties, pointer?: string]>
>;

let all: Readonly<Record<string, readonly Cause[]>> | undefined;

/** By requirement; `shared/any` are those of many requirements. Read when first asked for. */
export const allCauses = (): Readonly<Record<string, readonly Cause[]>> =>
  (all ??= Object.fromEntries(
    [...rowsIn<Rows>(new URL('.', import.meta.url))].map(([id, rows]) => [id, Object.entries(rows).map(toCause)]),
  ));

let known: ReadonlyMap<string, Cause> | undefined;

const rowOf = (cause: string): Cause | undefined => {
  known ??= new Map(Object.values(allCauses()).flatMap((rows) => rows.map((row) => [row.id, row])));
  return known.get(cause) ?? known.get(patternOf(cause, known.keys()));
};

/** What a cause says where a finding has no words of its own. */
export const wordsOf = (cause: string): string => {
  const row = rowOf(cause);
  return row === undefined ? cause : `${row.sentence} ${row.fix}`;
};

/** Where it shows, for a finding that does not say so itself. */
export const placeOf = (cause: string): string | undefined => rowOf(cause)?.pointer;

/** Of the ids with a `*` that fit, the one that says most. */
export const patternOf = (cause: string, ids: Iterable<string>): string =>
  [...ids]
    .filter((id) => new RegExp(`^${id.replaceAll('*', '.+')}$`, 'u').test(cause))
    .reduce((best, id) => (id.length > best.length ? id : best), '');

/** The ways to break a requirement that its laws and scenarios know by name. Schemas find others, named after their place. */
export const causesOf = (id: RequirementId): readonly Cause[] => allCauses()[id] ?? [];

const idsFor = (id: RequirementId) => [...causesOf(id), ...(allCauses()['shared/any'] ?? [])].map((row) => row.id);

/** Whether a row says what mends a cause of this requirement. */
export const isNamed = (id: RequirementId, cause: string): boolean => patternOf(cause, idsFor(id)) !== '';

/** One way to break a requirement. */
export type Cause = ReturnType<typeof toCause>;

const toCause = ([id, [sentence, fix, certain, pointer]]: [string, Rows[string]]) => ({
  /** As in results.json; `*` stands for what differs from case to case. */
  id,
  /** What the target did. */
  sentence,
  fix,
  /** What makes it certain, in a sentence. */
  certain: certainties[certain],
  /** JSON pointer into the body, where it is always the same. */
  ...(pointer !== undefined && { pointer }),
});
