import { closest, distance } from 'fastest-levenshtein';

/** The candidate a person most likely meant, or undefined when none is near. Case counts for nothing. */
export const nearest = (text: string, candidates: readonly string[]): string | undefined => {
  if (text.length < 3 || text.length > longestWord || candidates.length === 0) return undefined;
  const near = candidates.slice(0, mostCandidates).filter(({ length }) => length <= longestWord);
  if (near.length === 0) return undefined;
  const lower = new Map(near.map((candidate) => [candidate.toLowerCase(), candidate]));
  const found = closest(text.toLowerCase(), [...lower.keys()]);
  const limit = Math.max(2, Math.floor(Math.min(found.length, text.length) * 0.35));
  return distance(text.toLowerCase(), found) <= limit ? lower.get(found) : undefined;
};

/** Neither is anybody's slip of the pen beyond this, and a comparison costs the product of both lengths. */
const longestWord = 100;
const mostCandidates = 1000;
