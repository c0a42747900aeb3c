import type { BasketStep } from '../../../ledgers/shop/baskets.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import type { Says } from '../../../evidence/row.ts';
import { isAmount } from '../../../ledgers/shop/answers.ts';
import { id, leastHundredth, type PriceRow } from './row.ts';

/** Of what costs less than a unit of the currency a hundredth is nothing. */
const leastCounting = 100;
const mostAmounts = 50;

/** An amount, and what stands in its place in a later answer. */
interface Both {
  readonly what: string;
  readonly then: number;
  readonly now: number;
}

const isHundredth = (both: readonly Both[]): boolean =>
  both.every(({ then, now }) => Math.abs(then / 100 - now) < 1) &&
  both.some(({ then }) => then >= leastHundredth) &&
  new Set(both.filter(({ then }) => then >= leastCounting).map(({ now }) => now)).size >= 2;

const ratioOf = (both: readonly Both[]): string | undefined => {
  if (isHundredth(both)) return 'a hundredth';
  return isHundredth(both.map(({ what, then, now }) => ({ what, then: now, now: then })))
    ? 'a hundred times'
    : undefined;
};

/** Compares amounts with those seen before under the same key: all of several unlike ones are in another unit, or not. */
const createComparison = (budget: ByteBudget) => {
  const known = createMemory<{ readonly amounts: ReadonlyMap<string, number>; readonly n: number }>(budget, {
    most: 2_000,
  });
  return (key: string, amounts: ReadonlyMap<string, number>, step: BasketStep, what: string): Says => {
    const before = known.get(key);
    const both = [...amounts].flatMap(([one, now]) => {
      const then = before?.amounts.get(one);
      return then === undefined ? [] : [{ what: one, then, now }];
    });
    const ratio = ratioOf(both);
    if (ratio !== undefined && before !== undefined) {
      const inWords = (which: 'then' | 'now') =>
        both.map((one) => `${JSON.stringify(one.what)} ${one[which]}`).join(', ');
      return {
        exchanges: [before.n, step.n],
        message: `The same ${what} cost ${ratio} of their price in an earlier answer about this basket. Write amounts in 1/100 of the currency unit wherever a basket is answered or pushed.`,
        expected: inWords('then'),
        actual: inWords('now'),
        cause: `${what === 'products' ? '' : `${what} of a `}${step.kind} in another unit`,
      };
    }
    // The unit they were first seen in stays the one that others are compared with.
    const all = [...(before?.amounts ?? []), ...amounts].slice(-mostAmounts);
    known.set(key, { amounts: new Map(all), n: step.n });
    return both.length > 0 ? 'passed' : undefined;
  };
};

/** What a basket costs less than its lines, as far as it is of one or two discounts in force: more, each rounded down, come to nearly anything. */
const reducedIn = ({ discounts, isShort, kind, gross, value: costs }: BasketStep) => {
  const values = discounts.filter((one) => isAmount(one)).filter((one) => one > 0);
  const count = values.length;
  const isTold = !isShort && kind !== 'basketChange' && count === discounts.length && count > 0 && count < 3;
  return { value: values.reduce((sum, one) => sum + one, 0), count, off: isTold ? gross - costs : 0 };
};

const reduced = (step: BasketStep, value: number, off: number) => ({
  unlike: off,
  exchanges: [step.n],
  expected: `value ${off}, which is what the basket costs less`,
  actual: `value ${value}`,
});

/**
 * Resources › Conventions: amounts are in 1/100 of the currency unit, in answers to whichever call and in pushes. What things cost may
 * change from one to the next; that all of a basket, at unlike prices, cost just a hundredth, or a hundred times, of what they did is the
 * other unit. A single product or one price say nothing, since that may be an offer.
 */
export const units: readonly PriceRow[] = [
  {
    requirement: id,
    cause: 'products in another unit',
    look: (_, budget) => {
      const compare = createComparison(budget);
      return (step) => {
        const paid = step.lines.filter(({ unitPrice }) => unitPrice > 0).slice(0, mostAmounts);
        const prices = new Map(paid.map((line) => [line.id, line.unitPrice]));
        // What somebody who has logged in pays may be as much less.
        return compare(JSON.stringify([step.id, step.users[0] ?? step.users[1] ?? null]), prices, step, 'products');
      };
    },
  },
  {
    requirement: id,
    cause: 'deliveries in another unit',
    look: (_, budget) => {
      const compare = createComparison(budget);
      return (step) => {
        const said = compare(step.id, step.deliveries, step, 'deliveries');
        return said === 'passed' ? undefined : said;
      };
    },
  },
  {
    requirement: id,
    cause: 'value of a discount in whole units',
    sights: 3,
    isEnough: (sights) => new Set(sights.map(({ actual }) => actual)).size > 1,
    look: () => (step) => {
      const { value, count, off } = reducedIn(step);
      return off >= leastHundredth && Math.abs(off / 100 - value) < count ? reduced(step, value, off) : undefined;
    },
  },
  {
    requirement: id,
    cause: 'percentage as value of a discount',
    sights: 3,
    isEnough: (sights) => sights.filter(({ unlike }) => Number(unlike) >= leastHundredth).length > 1,
    look: () => (step) => {
      const { value, count, off } = reducedIn(step);
      const isShare = count === 1 && value <= 100 && off > value && Math.abs((step.gross * value) / 100 - off) < 1;
      return isShare ? { ...reduced(step, value, off), of: String(value) } : undefined;
    },
  },
];
