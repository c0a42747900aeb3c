import { createMemory } from '../../../retention/memory.ts';
import type { BasketStep } from '../../../ledgers/shop/baskets.ts';
import type { Sight } from '../../../evidence/row.ts';
import { gives, isChange, ofUser, type Rule } from './rule.ts';

/** Values that belong to another answer. */
export const staleValues: readonly Rule[] = [
  {
    cause: 'value of another basket in a retrieval',
    sights: 2,
    look: (baskets) => {
      let retrieved: readonly BasketStep[] = [];
      return (step) => {
        if (step.kind !== 'retrieval' || step.isShort) return undefined;
        const sumsOf = ({ gross, reduction }: BasketStep) => [gross, gross - reduction];
        const own = baskets.worthOf(step.contents);
        const other = retrieved.find((one) => one.contents !== step.contents && sumsOf(one).includes(step.value));
        retrieved = [...retrieved.filter((one) => one.contents !== step.contents), step].slice(-40);
        const isOwn = [own, ...sumsOf(step)].includes(step.value);
        if (own === undefined || isOwn || step.value <= 0 || other === undefined) return undefined;
        // A fee of just that size is no chance twice.
        return gives(step, own, 'which the lines of another basket come to', {
          unlike: step.value - own,
          exchanges: [other.n, step.n],
        });
      };
    },
  },
  {
    cause: 'value of before in a retrieval',
    sights: 2,
    look: (baskets) => (step) => {
      const [own, before] = [baskets.worthOf(step.contents), baskets.before(step.id)];
      const changed = before.findLast(isChange);
      if (step.kind !== 'retrieval' || step.isShort || own === undefined || own === step.value || step.value < 0)
        return undefined;
      const isOfBefore = before.some((one) => one.contents !== step.contents && one.value === step.value);
      if (!isOfBefore || changed?.contents !== step.contents) return undefined;
      return gives(step, own, 'that of other lines of this basket', { unlike: step.n, exchanges: [changed.n, step.n] });
    },
  },
  {
    cause: 'value of the answer before',
    sights: 2,
    look: (_, budget) => {
      const worth = createMemory<number>(budget, { most: 2_000 });
      let [last, suspect]: [BasketStep?, (readonly [BasketStep, BasketStep])?] = [];
      return (now) => {
        if (now.isShort || now.kind === 'basketChange' || now.value < 0 || lacksLine(now)) return undefined;
        const keyOf = (one: BasketStep): string => ofUser(one, one.contents);
        const before = last !== undefined && last.answeredAt <= now.at ? last : undefined;
        last = now;
        if (before !== undefined && keyOf(before) === keyOf(now)) {
          const known = worth.get(keyOf(now));
          worth.set(keyOf(now), known === undefined || known === now.value ? now.value : Number.NaN);
        } else {
          // Where only a code is gone, it may still count, which is another requirement.
          const isOfBefore =
            before !== undefined && before.gross !== now.gross && worth.get(keyOf(before)) === now.value;
          suspect = isOfBefore ? [before, now] : undefined;
        }
        const [of, late] = suspect ?? [];
        const own = late && worth.get(keyOf(late));
        if (of === undefined || late === undefined || own === undefined || Number.isNaN(own) || own === late.value)
          return undefined;
        if (keyOf(late) !== keyOf(now)) return undefined;
        suspect = undefined;
        return gives(late, own, 'that of the answer before', { unlike: late.n, exchanges: [of.n, late.n] });
      };
    },
  },
  {
    cause: 'value of before in a push',
    sights: 2,
    look: (baskets) => (step) => {
      if (step.isShort || isChange(step) || step.value < 0 || baskets.isOrdered(step.id)) return undefined;
      const before = baskets.before(step.id).filter((one) => !one.isShort);
      const alike = before.filter(({ key, kind }) => key === step.key && kind !== step.kind && !isChange({ kind }));
      const retrieved = before.filter(({ kind }) => kind === 'retrieval');
      if (step.kind === 'basketChange') {
        const first = alike.find(({ kind }) => kind === 'retrieval');
        return first && pushedWith(step, first, retrieved);
      }
      const again = retrieved.filter(({ key }) => key === step.key);
      // Prices move.
      if (again.some(({ value }) => value !== step.value)) return 'over';
      if (again.length > 0) return undefined;
      return alike.flatMap((push) => pushedWith(push, step, retrieved) ?? []);
    },
  },
];

/** Its value may be that of a product which was asked for and is not shown, as recalculation/change-reflected tells. */
const lacksLine = ({ asked, lines }: BasketStep): boolean =>
  [...asked].some(([id, quantity]) => quantity > 0 && !lines.some((line) => line.id === id));

/** A push of lines that are retrieved at another value, at the value that other lines were retrieved with before. */
const pushedWith = (push: BasketStep, right: BasketStep, all: readonly BasketStep[]): Sight | undefined =>
  push.value !== right.value && all.some((one) => one.n < push.n && one.key !== push.key && one.value === push.value)
    ? gives(push, right.value, 'that of other lines of this basket', {
        unlike: push.key,
        exchanges: [right.n, push.n],
        expected: `basketValue ${right.value}, as these lines are retrieved with`,
      })
    : undefined;
