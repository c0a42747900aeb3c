import type { Signature } from '#mocks/faults';
import type { RootFinding } from '#schemas';

/** Faults by what they show, and how alike two of them are. */
export type SimilarFaults = ReturnType<typeof similarFaults>;

/** A fault is as like as the most alike one when its likeness is this near. */
const near = 0.9;

export const similarFaults = (known: readonly Signature[]) => {
  const shownBy = new Map<string, Signature[]>();
  const counts = new Map<string, number>();
  const described = known.map((signature) => ({ signature, words: wordsOf(keysOf(signature)) }));
  for (const { signature, words } of described) {
    for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const key of keysOf(signature)) shownBy.set(key, [...(shownBy.get(key) ?? []), signature]);
  }
  const showing = (key: string): readonly Signature[] => shownBy.get(key) ?? [];
  /** The fewer faults show it, the more it tells. */
  const rarity = (count = 1): number => Math.log2(1 + known.length / count);
  const vectorOf = (words: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
    new Map([...words].map(([word, share]) => [word, share * rarity(counts.get(word))]));
  const vectors = described.map(({ signature, words }) => ({ signature, vector: vectorOf(words) }));
  /** The faults that are most like what was found, the most alike first. */
  const nearest = (findings: readonly RootFinding[]): readonly Signature[] => {
    const found = vectorOf(wordsOf(findings.map(keyOf)));
    const scored = vectors
      .map(({ signature, vector }) => ({ signature, score: cosine(found, vector) }))
      .toSorted((one, other) => other.score - one.score);
    const best = scored[0]?.score ?? 0;
    return scored.filter(({ score }) => score > 0 && score >= near * best).map(({ signature }) => signature);
  };
  return {
    showing,
    weightOf: (key: string): number => rarity(showing(key).length),
    /** Of the faults that are most like what was found, those of the commonest kind, and which share of all they are. */
    alike: (findings: readonly RootFinding[]) => {
      const all = nearest(findings);
      const kinds = [...Map.groupBy(all, ({ kind }) => kind).values()];
      const [faults = []] = kinds.toSorted((one, other) => other.length - one.length);
      return { faults, share: faults.length / all.length };
    },
  };
};

const cosine = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number => {
  const product = [...one].reduce((sum, [word, weight]) => sum + weight * (other.get(word) ?? 0), 0);
  return product === 0 ? 0 : product / (Math.hypot(...one.values()) * Math.hypot(...other.values()));
};

export const keysOf = ({ always, sometimes }: Signature): readonly string[] => [...always, ...sometimes];

export const keyOf = ({ requirement, cause }: RootFinding): string => `${requirement} ${cause}`;

export const findingIn = (key: string): RootFinding => {
  const [requirement = ''] = key.split(' ', 1);
  return { requirement, cause: key.slice(requirement.length + 1) };
};

/** What findings may share with others: a requirement, its area, and the words of a cause, which together count as much as one of these. */
const wordsOf = (keys: readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    keys.flatMap((key) => {
      const { requirement, cause } = findingIn(key);
      const parts = cause.split('-');
      const words = parts.map((word) => [word, 1 / Math.sqrt(parts.length)] as const);
      return [[requirement, 1] as const, [requirement.slice(0, requirement.indexOf('/') + 1), 1] as const, ...words];
    }),
  );
