import type { BasketStep } from '../../../ledgers/shop/baskets.ts';
import { id, type PriceRow } from './row.ts';

/** How a currency is written is not shown, so that a sign and a code may be the same one; two codes of three letters are not. */
const isAnother = (one: unknown, other: unknown): boolean => {
  const [code, otherCode] = [one, other].map((name) =>
    typeof name === 'string' && /^[a-z]{3}$/iu.test(name) ? name.toUpperCase() : undefined,
  );
  return code !== undefined && otherCode !== undefined && code !== otherCode;
};

const isPricedAlike = (before: BasketStep, now: BasketStep): boolean => {
  const both = now.lines.flatMap(({ id: product, unitPrice }) => {
    const then = before.lines.find((line) => line.id === product);
    return then === undefined ? [] : [{ then: then.unitPrice, unitPrice }];
  });
  return both.some(({ unitPrice }) => unitPrice > 0) && both.every(({ then, unitPrice }) => then === unitPrice);
};

/** A call is about the basket as it was retrieved: of the same user, in the same currency. */
const isAsRetrieved = (before: BasketStep, { kind, users: [asked, shown], currencies }: BasketStep): boolean =>
  kind === 'basketChange'
    ? shown === before.users[1]
    : asked === before.users[1] && currencies[0] === before.currencies[1];

/**
 * Resources › Conventions: amounts are in 1/100 of the currency unit, so the same figures are not right in two currencies. In which
 * one a customer shops is theirs to choose; where the retrieval and the request are of the same user and name the same currency, a
 * recalculation with another one and the same prices has changed its name alone.
 */
const changed = (kind: BasketStep['kind'], row: Pick<PriceRow, 'cause'>): PriceRow => ({
  ...row,
  requirement: id,
  pointer: '/price/currency',
  // Once a customer may have chosen another currency in between.
  sights: 2,
  look: (baskets) => (step) => {
    if (step.kind !== kind || baskets.isOrdered(step.about)) return undefined;
    const before = baskets.before(step.about).findLast((one) => ['retrieval', 'basketChange'].includes(one.kind));
    if (before?.kind !== 'retrieval' || step.at < before.answeredAt) return undefined;
    const isRenamed = isAnother(step.currencies[1], before.currencies[1]);
    if (!isRenamed || !isAsRetrieved(before, step) || !isPricedAlike(before, step)) return undefined;
    return {
      unlike: before.n,
      exchanges: [before.n, step.n],
      expected: `currency ${JSON.stringify(before.currencies[1])}, as in the retrieval`,
      actual: `currency ${JSON.stringify(step.currencies[1])} with the same prices`,
    };
  },
});

export const currencies: readonly PriceRow[] = [
  changed('recalculation', { cause: 'recalculated in another currency' }),
  changed('basketChange', { cause: 'pushed in another currency' }),
];
