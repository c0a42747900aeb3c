import { closest, distance } from 'fastest-levenshtein';

/** The candidate most like what was typed, when it is near enough to be meant. */
export const nearest = (typed: string, candidates: readonly string[]): string | undefined => {
  if (candidates.length === 0) return undefined;
  const candidate = closest(typed, [...candidates]);
  return distance(typed, candidate) <= Math.max(2, Math.ceil(typed.length / 3)) ? candidate : undefined;
};
