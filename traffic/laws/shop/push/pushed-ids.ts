import type { ShopRow } from '../../by-rows.ts';
import { createMemory } from '../../../retention/memory.ts';
import { shortened } from '../../../retention/shortened.ts';
import { type Look, lookIn } from './known-basket.ts';

/** A basket holds no more that anybody compares. */
const mostLines = 200;

interface Line {
  readonly id: string;
  readonly text: string;
}

const readLines = ({ lines }: Look): readonly Line[] =>
  lines.length > mostLines
    ? []
    : lines.map(({ id, quantity, unitPrice, linePrice }) => ({
        id: shortened(id),
        text: `${quantity} ${unitPrice} ${linePrice}`,
      }));

/** What stands in the one under an id that the other has not. */
const straysIn = (lines: readonly Line[], others: readonly Line[]): readonly Line[] =>
  lines.filter(({ id }) => !others.some((other) => other.id === id));

const isAlike = (lines: readonly Line[], others: readonly Line[]): boolean =>
  [lines, others]
    .map((all) =>
      all
        .map(({ text }) => text)
        .toSorted()
        .join(),
    )
    .every((text, _, [one]) => text === one);

/**
 * Variant › id: the identifier used in basket retrieval, and Resources › Basket: a push has the fields of the basket. Wrong are pushes
 * whose lines stand, in quantity and prices, in the basket as it is retrieved next, there under ids that it had before as well, and
 * in the push under ids that it has neither before nor after.
 */
export const pushedIds: ShopRow<'basket/variant-ids'> = {
  requirement: 'basket/variant-ids',
  cause: 'ids of its own in a push',
  message:
    'Pushes of a basket have its lines under other ids than they are retrieved with, before and after; name the variants in a push as in every other basket.',
  pointer: '/products',
  // A single line may be of a product that was put in the place of another, at the same price, and back; an empty id is of none.
  sights: 2,
  look: (_, budget) => {
    const shown = createMemory<readonly string[]>(budget, { most: 2_000 });
    const pushes = createMemory<{
      readonly lines: readonly Line[];
      readonly n: number;
      readonly before: readonly string[];
    }>(budget, { most: 200 });
    return (step) => {
      const look = lookIn(step);
      if (look === undefined) {
        if (step.kind === 'retrieval') pushes.delete(step.askedId ?? '');
        return undefined;
      }
      const { id, n, isPush } = look;
      const now = readLines(look);
      const before = shown.get(id);
      if (isPush) {
        if (before !== undefined && now.length > 0) pushes.set(id, { lines: now, n, before });
        return undefined;
      }
      const push = pushes.get(id);
      pushes.delete(id);
      if (now.length === 0) return undefined;
      shown.set(
        id,
        now.map((line) => line.id),
      );
      if (push === undefined) return undefined;
      const [others, own] = [straysIn(push.lines, now), straysIn(now, push.lines)];
      const isOfBefore = (line: Line): boolean => push.before.includes(line.id);
      if (!own.every(isOfBefore) || others.some(isOfBefore) || !isAlike(others, own)) return undefined;
      return others.flatMap((other, index) =>
        (other.id === '' ? ['', ' '] : ['']).map((half) => ({
          unlike: `${push.n} ${index}${half}`,
          exchanges: [n, push.n],
          expected: `the ids that the basket is retrieved with, such as ${JSON.stringify(own[0]?.id)}`,
          actual: `${JSON.stringify(other.id)}, in the same quantity and at the same price`,
        })),
      );
    };
  },
};
