import { createMemory } from '../../../retention/memory.ts';
import { grossOf } from '../../../ledgers/shop/answers.ts';
import { gives, isChange, type Rule } from './rule.ts';

/** Values of baskets in which products are short. */
export const valuesWhenShort: readonly Rule[] = [
  ...[
    {
      cause: 'value of what is short',
      by: ({ missing }: { readonly missing: number }) => missing,
      how: 'with the price of the pieces that are missing',
    },
    {
      cause: 'value without what is left',
      by: ({ left }: { readonly left: number }) => -left,
      how: 'without the price of what is left of products that are short',
    },
  ].map(
    ({ cause, by, how }): Rule => ({
      cause,
      sights: 3,
      look: () => (step) => {
        if (!isChange(step) || !step.isShort || step.reduction > 0) return undefined;
        const short = step.lines.filter((line) => line.isShort);
        const missing = short.reduce(
          (sum, { id, quantity, unitPrice }) => sum + unitPrice * ((step.asked.get(id) ?? 0) - quantity),
          0,
        );
        const off = missing > 0 ? by({ missing, left: grossOf(short.filter(({ quantity }) => quantity > 0)) }) : 0;
        if (off === 0) return undefined;
        if (step.value === step.gross) return 'over';
        return step.value === step.gross + off ? gives(step, step.gross, how, { unlike: off }) : undefined;
      },
    }),
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
