import type { Sight } from '../../../evidence/row.ts';
import type { BasketStep } from '../../../ledgers/shop/baskets.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import { createMemory } from '../../../retention/memory.ts';
import { shortened } from '../../../retention/shortened.ts';
import type { Rule } from './rule.ts';

/** So many different contents have to have one and the same value. */
const minContents = 3;
const mostKept = 8;

/** Answers of one value. */
interface Steady {
  readonly value: number;
  /** The products and quantities it was the value of: prices alone may go up and down in a basket that has its price. */
  readonly contents: readonly string[];
  /** What the lines came to, before and after the discounts. */
  readonly gross: readonly number[];
  readonly net: readonly number[];
  readonly exchanges: readonly number[];
}

const netOf = ({ gross, reduction }: BasketStep): number => Math.max(0, gross - reduction);
const isJudged = (step: BasketStep): boolean => step.kind !== 'basketChange' && !step.isShort;
/** The value is what the lines come to. */
const isSum = (step: BasketStep): boolean => step.value > 0 && [step.gross, netOf(step)].includes(step.value);

const withOne = <One>(list: readonly One[] = [], one: One): readonly One[] =>
  list.includes(one) ? list : [...list, one].slice(-mostKept);

const withStep = (step: BasketStep, before: Steady | undefined): Steady => ({
  value: step.value,
  contents: withOne(before?.contents, shortened(inAnyOrder(step.lines.map((one) => [one.id, one.quantity])).join())),
  gross: withOne(before?.gross, step.gross),
  net: withOne(before?.net, netOf(step)),
  exchanges: withOne(before?.exchanges, step.n),
});

/** So far apart that no rounding makes them one. */
const isSpread = (sums: readonly number[]): boolean =>
  sums.length >= minContents && Math.max(...sums) >= 2 * Math.min(...sums);

/** With a lowest charge the value would be more than any of the sums, and with a highest charge less. */
const isTelling = ({ value, contents, gross, net }: Steady): boolean =>
  contents.length >= minContents &&
  isSpread(gross) &&
  isSpread(net) &&
  Math.min(...net) < value &&
  value < Math.max(...net);

const sightOf = ({ value, gross, exchanges }: Steady, where: string): Sight => ({
  unlike: '',
  exchanges,
  expected: `a basketValue that follows the lines, which came to ${gross.join(', ')}`,
  actual: `basketValue ${value} ${where}`,
});

/** Sights of one value for whatever a basket holds, and whether any value was the sum of its lines. */
const ofStaying =
  (
    says: (sight: Sight | undefined, isSummed: boolean, hasFollowed: boolean) => ReturnType<ReturnType<Rule['look']>>,
  ): Rule['look'] =>
  (_, budget) => {
    const known = createMemory<Steady>(budget, { most: 2_000 });
    let isSummed = false;
    return (step) => {
      if (!isJudged(step)) return undefined;
      isSummed ||= isSum(step);
      const before = known.get(step.id);
      const now = withStep(step, before?.value === step.value ? before : undefined);
      known.set(step.id, now);
      const hasFollowed = before !== undefined && before.value !== step.value && before.gross.at(-1) !== step.gross;
      return says(isTelling(now) ? sightOf(now, 'each time') : undefined, isSummed, hasFollowed);
    };
  };

export const steadyValues: readonly Rule[] = [
  {
    cause: 'value that stays',
    look: (baskets, budget) => {
      let first: Sight | undefined;
      return ofStaying((sight, isSummed, hasFollowed) => {
        first ??= sight;
        const told = isSummed ? (sight ?? first) : undefined;
        if (isSummed) first = undefined;
        return [...(hasFollowed ? (['passed'] as const) : []), ...(told === undefined ? [] : [told])];
      })(baskets, budget);
    },
  },
  {
    cause: 'value that stays',
    leeway: 'it may be one price for whatever is in it',
    dueMs: Number.POSITIVE_INFINITY,
    dueAtEndMs: 0,
    look: (baskets, budget) => {
      let isFound = false;
      return ofStaying((sight, isSummed) => {
        if (isSummed) return 'over';
        if (isFound) return undefined;
        isFound = sight !== undefined;
        return sight;
      })(baskets, budget);
    },
  },
  {
    cause: 'one value for all retrievals',
    look: () => {
      const followed = new Set<number>();
      let retrieved: Steady | undefined;
      return (step) => {
        if (!isJudged(step)) return undefined;
        if (step.kind !== 'retrieval') {
          if (isSum(step) && followed.size < mostKept) followed.add(step.value);
        } else if (retrieved !== undefined && retrieved.value !== step.value) return 'over';
        else retrieved = withStep(step, retrieved);
        return retrieved !== undefined && followed.size > 1 && isTelling(retrieved)
          ? sightOf(retrieved, 'in each retrieval')
          : undefined;
      };
    },
  },
];
