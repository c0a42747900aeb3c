import { createMemory } from '../../../retention/memory.ts';
import { grossOf } from '../../../ledgers/shop/answers.ts';
import { gives, isChange, type Rule } from './rule.ts';

/** Values of baskets in which products are short. With discounts they may be computed in another place, so each way counts by itself. */
export const valuesWhenShort: readonly Rule[] = [
  ...[
    {
      cause: 'value of what is short',
      by: (missing: number) => missing,
      how: 'with the price of the pieces that are missing',
    },
    {
      cause: 'value without what is left',
      by: (_: number, left: number) => -left,
      how: 'without the price of what is left of products that are short',
    },
  ].flatMap((one) =>
    [false, true].map(
      (isReduced): Rule => ({
        cause: one.cause,
        sights: 3,
        look: () => (step) => {
          const { value, gross, reduction } = step;
          if (!isChange(step) || !step.isShort || reduction > 0 !== isReduced) return undefined;
          const short = step.lines.filter((line) => line.isShort);
          const missing = short.reduce(
            (sum, { id, quantity, unitPrice }) => sum + unitPrice * ((step.asked.get(id) ?? 0) - quantity),
            0,
          );
          const left = grossOf(short.filter(({ quantity }) => quantity > 0));
          const off = missing > 0 ? one.by(missing, left) : 0;
          if (off !== 0 && (value === gross || value + reduction === gross)) return 'over';
          if (off === 0 || value + reduction !== gross + off) return undefined;
          return gives(step, Math.max(0, value - off), one.how, { unlike: off });
        },
      }),
    ),
  ),
  {
    cause: 'worthless when short',
    sights: 2,
    look: (_, budget) => {
      const smallest = createMemory<number>(budget, { most: 2_000 });
      return (step) => {
        const goods = step.lines.filter(
          (line) => !line.isShort && line.quantity > 0 && line.unitPrice > 0 && line.linePrice > 0,
        );
        const sum = grossOf(step.lines.filter((line) => !line.isShort));
        if (goods.length === 0 || step.hasCodes || step.kind === 'basketChange') return undefined;
        const known = smallest.get(step.user);
        if (!step.isShort && step.value <= 0) return 'over';
        if (!step.isShort) smallest.set(step.user, Math.min(sum, known ?? sum));
        else if (step.value > 0) return 'refuted';
        else if (known !== undefined && sum >= known && sum > 0)
          return gives(step, sum, 'for goods that can be had', { unlike: step.n });
        return undefined;
      };
    },
  },
];
