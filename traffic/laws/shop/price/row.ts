import type { Row, Sight } from '../../../evidence/row.ts';
import type { Baskets, BasketStep } from '../../../ledgers/shop/baskets.ts';
import { readOnce } from '../../../retention/read-once.ts';

export const id = 'basket/one-unit';

export type PriceRow = Row<BasketStep, Baskets, typeof id>;

/** The price of one, and what a line of them comes to; there may be an offer for several, but for those before discount. */
const pairs = [
  ['unitPrice', 'linePrice'],
  ['originalUnitPrice', 'originalLinePrice'],
] as const;

/** Two amounts of a line that belong together. */
export type Pair = ReturnType<typeof pairsIn>[number];

/** What costs less is cheap enough for a hundredth of it to be an offer. */
export const leastHundredth = 300;

/** Lines that nobody compares any more. */
const mostLines = 50;

/** The pairs of amounts of an answer, of lines without an error. */
export const pairsIn = readOnce(({ kind, lines }: BasketStep) =>
  kind === 'basketChange'
    ? []
    : lines.slice(0, mostLines).flatMap((line) =>
        pairs.flatMap(([one, all]) => {
          const [price, sum] = [line[one], line[all]];
          if (line.isShort || price === undefined || sum === undefined) return [];
          /** `product`: the price of one, so many times. */
          return [{ line, one, all, price, sum, product: line.quantity * price }];
        }),
      ),
);

/** What is wrong with the second amount of a pair. */
export const sightOf = (
  step: BasketStep,
  { line, one, all, price, sum, product }: Pair,
  more: Partial<Sight> = {},
): Sight => ({
  exchanges: [step.n],
  expected: `${all} ${product}, or an error code on the line`,
  actual: `${all} ${sum} of ${line.quantity} at ${one} ${price}, and no error`,
  pointer: `/products/${line.index}/${all}`,
  ...more,
});
