import type { Signature } from '#mocks/faults';
import type { RootFinding } from '#schemas';

/** Faults by what they show, and how much each word of a finding tells of them. */
export type Atlas = ReturnType<typeof atlasOf>;

/** A fault is as like as the most alike one when its likeness is this near. */
const near = 0.9;
/** Of the faults that are most alike, so many must be of one kind before anybody says what it is. */
const agreed = 0.75;

export const atlasOf = (known: readonly Signature[]) => {
  const shownBy = new Map<string, Signature[]>();
  for (const signature of known)
    for (const key of keysOf(signature)) shownBy.set(key, [...(shownBy.get(key) ?? []), signature]);
  const described = known.map((signature) => ({ signature, words: new Set(keysOf(signature).flatMap(wordsIn)) }));
  const counts = new Map<string, number>();
  for (const { words } of described) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  /** The fewer faults show it, the more it tells. */
  const weightOf = (word: string): number => Math.log2(1 + known.length / (counts.get(word) ?? 1));
  const lengthOf = (words: Iterable<string>): number => Math.hypot(...[...words].map(weightOf));
  const vectors = described.map((one) => ({ ...one, length: lengthOf(one.words) }));
  /** The faults that are most like what was found, word by word: the most alike first. */
  const nearest = (findings: readonly RootFinding[]): readonly Signature[] => {
    const found = new Set(findings.flatMap((finding) => wordsIn(keyOf(finding))));
    const length = lengthOf(found);
    const scored = vectors
      .map(({ signature, words, length: own }) => {
        const common = lengthOf([...found].filter((word) => words.has(word)));
        return { signature, score: common ** 2 / (own * length) };
      })
      .toSorted((one, other) => other.score - one.score);
    const best = scored[0]?.score ?? 0;
    return scored.filter(({ score }) => score > 0 && score >= near * best).map(({ signature }) => signature);
  };
  return {
    weightOf,
    nearest,
    showing: (key: string): readonly Signature[] => shownBy.get(key) ?? [],
    /** Those of the one kind on which the nearest agree; none where they do not. */
    alike: (findings: readonly RootFinding[]): readonly Signature[] => {
      const all = nearest(findings);
      const kinds = [...Map.groupBy(all, ({ kind }) => kind).values()];
      return kinds.find((those) => those.length >= agreed * all.length) ?? [];
    },
  };
};

export const keysOf = ({ always, sometimes }: Signature): readonly string[] => [...always, ...sometimes];

export const keyOf = ({ requirement, cause }: RootFinding): string => `${requirement} ${cause}`;

export const requirementIn = (key: string): string => key.slice(0, key.indexOf(' '));

/** What a finding may share with another: all of it, its requirement, its area, its cause, a word of that. */
const wordsIn = (key: string): readonly string[] => {
  const requirement = requirementIn(key);
  const cause = key.slice(requirement.length + 1);
  return [key, requirement, requirement.slice(0, requirement.indexOf('/') + 1), cause, ...cause.split('-')];
};
