import { gives, type Rule } from './rule.ts';

/** Amounts that ran over, or were cut, on their way. */
export const cutValues: readonly Rule[] = [
  {
    cause: 'value in 16 bits',
    sights: 1,
    // A single one may be what an offer happens to come to, unless it takes nearly everything off.
    isEnough: (sights) => sights.length > 1 || Number(sights[0]?.unlike) >= 2 ** 20,
    look: (baskets) => (step) => {
      const { gross, value, reduction } = step;
      const isLeft = baskets.isSummed() && reduction === 0 && gross >= 2 ** 16 && value === gross % 2 ** 16;
      return isLeft && step.kind !== 'basketChange'
        ? gives(step, gross, 'what 16 bits leave of it', { unlike: gross })
        : undefined;
    },
  },
  {
    cause: 'value cut at its separator',
    sights: 2,
    look: (baskets) => (step) => {
      const { gross, value, reduction } = step;
      if (reduction > 0 || step.isShort || gross < 100_000) return undefined;
      if (value === gross) return 'refuted';
      return baskets.isSummed() && value === Math.floor(gross / 1000)
        ? gives(step, gross, 'a thousandth', { unlike: gross })
        : undefined;
    },
  },
];
