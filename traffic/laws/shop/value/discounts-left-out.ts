import type { Sight } from '../../../evidence/row.ts';
import type { BasketStep, StepKind } from '../../../ledgers/shop/baskets.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import { createMemory } from '../../../retention/memory.ts';
import type { Rule } from './rule.ts';

const kinds: Readonly<Record<StepKind, string>> = {
  retrieval: 'retrieval',
  recalculation: 'recalculation',
  lock: 'lock',
  basketChange: 'push',
};
const names = Object.keys(kinds) as readonly StepKind[];

/** What the same contents are worth by the calls that showed them; not a number where a call said now this, now that. */
type Worths = Partial<Readonly<Record<StepKind, { readonly value: number; readonly n: number }>>>;

/**
 * Resources › BasketPrice: `discounts` are those that are applied, and basketValue is the price of the basket. Whether they are taken off
 * it, off the lines or neither is left open, and so is what comes on top. Where one call always shows the same lines and discounts at the
 * price of all lines, and another one always at that price less the discounts, one of the two has not applied them.
 */
export const discountsLeftOut: Rule = {
  cause: 'discounts that are not taken off',
  // What one call puts on top each time may be just as much as a discount, so the discounts have to be unlike.
  sights: 2,
  look: (baskets, budget) => {
    const shown = createMemory<{ readonly worths: Worths; readonly sights: readonly Sight[] }>(budget, { most: 2_000 });
    return (step) => {
      const { gross, reduction, key, kind, value, n } = step;
      const net = gross - reduction;
      // What an ordered basket is shown with may be what is left to pay.
      if (reduction <= 0 || net <= 0 || step.isShort || isForAnother(step) || baskets.isOrdered(step.id))
        return undefined;
      const { worths: before = {}, sights: told = [] } = shown.get(key) ?? {};
      const isSame = before[kind] === undefined || before[kind].value === value;
      const worths: Worths = { ...before, [kind]: { value: isSame ? value : Number.NaN, n } };
      const other = names.find((one) => worths[one]?.value === net);
      const isSure = names.every((one) => [undefined, gross, net].includes(worths[one]?.value));
      const sights = !isSure || other === undefined ? [] : names.flatMap((one) => sightOf(one, other, worths, step));
      shown.set(key, { worths, sights });
      return [{ voids: (one) => told.includes(one) }, ...sights];
    };
  },
};

/**
 * A discount says what it takes off. The same products cost less by twice that with a code than without it, or with less: whether it
 * stands in the lines, in the basketValue or in both, it was taken off twice.
 */
export const discountsTwice: Rule = {
  cause: 'discounts taken off twice',
  // Prices that change may come to it once.
  sights: 2,
  look: (baskets, budget) => {
    const least = createMemory<Pick<BasketStep, 'n' | 'value' | 'reduction'>>(budget, { most: 2_000 });
    return (step) => {
      const { value, reduction, n, lines, user, inForce } = step;
      if (step.isShort || step.kind === 'basketChange' || baskets.isOrdered(step.id)) return undefined;
      const key = JSON.stringify([inAnyOrder(lines.map(({ id, quantity }) => [id, quantity])), user]);
      const before = least.get(key);
      if (before === undefined || reduction <= before.reduction) least.set(key, { n, value, reduction });
      const [off, by] = [(before?.value ?? value) - value, reduction - (before?.reduction ?? 0)];
      if (before === undefined || by <= 0) return undefined;
      if (off !== 2 * by) return off === by ? { voids: () => true, of: inForce } : undefined;
      return {
        unlike: key,
        of: inForce,
        exchanges: [before.n, n],
        expected: `a basketValue that is less by ${by}, the value of the discounts`,
        actual: `basketValue ${value} instead of ${before.value}, less by ${off}`,
      };
    };
  },
};

const sightOf = (one: StepKind, other: StepKind, worths: Worths, { gross, reduction }: BasketStep): readonly Sight[] =>
  worths[one]?.value !== gross
    ? []
    : [
        {
          unlike: reduction,
          of: one,
          message: `A ${kinds[one]} shows baskets with their discounts, and with a basketValue from which these are not taken off, though the same lines and discounts are worth less in a ${kinds[other]}; work the value out in one place.`,
          expected: `basketValue ${gross - reduction}, as in a ${kinds[other]}`,
          actual: `basketValue ${gross}, the price of all lines`,
          exchanges: [worths[other]?.n ?? 0, worths[one].n],
        },
      ];

/** It was asked for a user whom the answer does not name, so it may be at another price. */
const isForAnother = ({ users: [asked, shown] }: BasketStep): boolean => asked !== undefined && asked !== shown;
