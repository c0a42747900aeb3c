import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';

/** One of them at least costs so much: a hundredth of what is cheaper is what things cost in an offer. */
const telling = 300;
/** Of what costs less than a unit of the currency a hundredth is nothing. */
const counting = 100;
const mostAmounts = 50;

/** An amount, and what stands in its place in a later answer. */
interface Both {
  readonly what: string;
  readonly then: number;
  readonly now: number;
}

/** By what each is the amount of. */
type Amounts = ReadonlyMap<string, number>;

interface Known {
  readonly amounts: Amounts;
  readonly exchange: number;
}

/** Amounts beside those of before. */
export interface Compared {
  readonly both: readonly Both[];
  /** In words, where all of several unlike ones are just a hundredth, or a hundred times, of what they were. */
  readonly ratio: string | undefined;
  /** The one that had those of before. */
  readonly exchange: number;
}

/** Compares amounts with those seen before under the same key. Undefined the first time. */
export type CompareAmounts = (key: string, amounts: Amounts, exchange: number) => Compared | undefined;

export const createCompareAmounts = (budget: ByteBudget): CompareAmounts => {
  const known = createMemory<Known>(budget, { most: 2_000 });
  return (key, amounts, exchange) => {
    const before = known.get(key);
    const both = [...amounts].flatMap(([what, now]) => {
      const then = before?.amounts.get(what);
      return then === undefined ? [] : [{ what, then, now }];
    });
    const ratio = inOtherUnit(both);
    // The unit they were first seen in stays the one that others are compared with.
    if (ratio === undefined) {
      const all = [...(before?.amounts ?? new Map<string, number>()), ...amounts];
      known.set(key, { amounts: new Map(all.slice(-mostAmounts)), exchange });
    }
    return before && { both, ratio, exchange: before.exchange };
  };
};

const inOtherUnit = (both: readonly Both[]): string | undefined => {
  if (isHundredth(both)) return 'a hundredth';
  return isHundredth(both.map(({ what, then, now }) => ({ what, then: now, now: then })))
    ? 'a hundred times'
    : undefined;
};

const isHundredth = (both: readonly Both[]): boolean =>
  both.every(({ then, now }) => Math.abs(then / 100 - now) < 1) &&
  both.some(({ then }) => then >= telling) &&
  new Set(both.filter(({ then }) => then >= counting).map(({ now }) => now)).size >= 2;
