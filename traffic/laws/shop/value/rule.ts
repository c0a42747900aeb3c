import type { Row, Sight } from '../../../evidence/row.ts';
import type { Baskets, BasketStep } from '../../../ledgers/shop/baskets.ts';

export type ValueRow = Row<BasketStep, Baskets, 'basket/value-follows'>;
/** A row about basketValue, without what all of them have in common. */
export type Rule = Omit<ValueRow, 'pointer' | 'requirement'>;

/** A step whose basketValue is not the one that its lines come to. */
export const gives = (step: BasketStep, right: number, how: string, more: Partial<Sight> = {}): Sight => ({
  unlike: step.contents,
  exchanges: [step.n],
  expected: `basketValue ${right}, that of its lines`,
  actual: `basketValue ${step.value}, ${how}`,
  ...more,
});

export const isChange = ({ kind }: Pick<BasketStep, 'kind'>): boolean => kind === 'recalculation' || kind === 'lock';

/** Prices may depend on the user. */
export const ofUser = (step: BasketStep, what: unknown): string => JSON.stringify([what, step.user]);
