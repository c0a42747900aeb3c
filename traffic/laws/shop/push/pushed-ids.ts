import type { StepLine } from '../../../ledgers/shop/baskets.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import type { ShopRow } from '../../by-rows.ts';

/** A basket holds no more that anybody compares. */
const mostLines = 200;

/** What stands in the one under an id that the other has not. */
const straysIn = (lines: readonly StepLine[], others: readonly StepLine[]): readonly StepLine[] =>
  lines.filter(({ id }) => !others.some((other) => other.id === id));

const amountsIn = (lines: readonly StepLine[]): string =>
  inAnyOrder(lines.map(({ quantity, unitPrice, linePrice }) => [quantity, unitPrice, linePrice])).join();

/**
 * Variant › id: the identifier used in basket retrieval, and Resources › Basket: a push has the fields of the basket. Wrong are pushes
 * whose lines stand, in quantity and prices, in the basket as it is retrieved next, there under ids that it had before as well, and
 * in the push under ids that it has neither before nor after.
 */
export const pushedIds: ShopRow<'basket/variant-ids'> = {
  requirement: 'basket/variant-ids',
  cause: 'ids of its own in a push',
  // A single line may be of a product that was put in the place of another, at the same price, and back; an empty id is of none.
  sights: 2,
  look:
    ({ baskets }) =>
    (step) => {
      const now = step.kind === 'retrieval' ? step.priced : undefined;
      if (now === undefined || now.lines.length > mostLines) return undefined;
      const before = baskets
        .before(now.id)
        .filter(({ kind, lines }) => kind !== 'recalculation' && kind !== 'lock' && lines.length > 0);
      const [push, shown] = [before.at(-1), before.findLast(({ kind }) => kind === 'retrieval')];
      if (push?.kind !== 'basketChange' || shown === undefined || push.lines.length > mostLines) return undefined;
      const [others, own] = [straysIn(push.lines, now.lines), straysIn(now.lines, push.lines)];
      const isOfBefore = ({ id }: StepLine): boolean => shown.lines.some((line) => line.id === id);
      if (!own.every(isOfBefore) || others.some(isOfBefore) || amountsIn(others) !== amountsIn(own)) return undefined;
      return others.flatMap(({ id }, index) =>
        (id === '' ? ['', ' '] : ['']).map((half) => ({
          unlike: `${push.n} ${index}${half}`,
          exchanges: [now.n, push.n],
          expected: `the ids that the basket is retrieved with, such as ${JSON.stringify(own[0]?.id)}`,
          actual: `${JSON.stringify(id)}, in the same quantity and at the same price`,
        })),
      );
    },
};
