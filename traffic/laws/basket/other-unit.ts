/** One of them at least costs so much: a hundredth of what is cheaper is what things cost in an offer. */
const telling = 300;
/** Of what costs less than a unit of the currency a hundredth is nothing. */
const counting = 100;

/** An amount, and what stands in its place in a later answer. */
interface Both {
  readonly then: number;
  readonly now: number;
}

/** In words, where all of several unlike amounts are just a hundredth, or a hundred times, of what they were. */
export const inOtherUnit = (both: readonly Both[]): string | undefined => {
  if (isHundredth(both)) return 'a hundredth';
  return isHundredth(both.map(({ then, now }) => ({ then: now, now: then }))) ? 'a hundred times' : undefined;
};

const isHundredth = (both: readonly Both[]): boolean =>
  both.every(({ then, now }) => Math.abs(then / 100 - now) < 1) &&
  both.some(({ then }) => then >= telling) &&
  new Set(both.filter(({ then }) => then >= counting).map(({ now }) => now)).size >= 2;
