import { encodeCheckpoint } from '#schemas';
import type { CataloguePage } from '../../../ledgers/shop/catalogue.ts';
import { type Listed, positionOf } from '../../../ledgers/shop/listed.ts';
import { isAfter, type OrderWatch, watchOrder } from '../../../ledgers/shop/position-order.ts';
import { createMemory } from '../../../retention/memory.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';
import { ambiguous, flawed, readNextCheckpoint } from './next-checkpoint.ts';
import { passedPage, type PassedPage } from './passed-page.ts';
import { troubleIn } from './sequence.ts';

/** A walk as far as a checkpoint. */
interface Walked {
  readonly first: PassedPage;
  readonly before: PassedPage;
  readonly order: OrderWatch;
}

/** A page is the first of one walk and comes before others. */
const weightOfWalk = ({ first, before }: Walked): number => before.weight + (first === before ? 0 : first.weight);

/** Catalogue rules › 1: products come in ascending order, from page to page of each walk. */
const ascending: ShopRow = {
  requirement: 'catalogue/ascending-order',
  cause: 'out of order',
  look: (_, budget) => {
    const walks = createMemory<Walked>(budget, { most: 200, weigh: weightOfWalk });
    /** Requests answered out of order once: a real catalogue changes while one looks. */
    const suspicious = createMemory<true>(budget);
    const judge = ({ products = [], url, n }: CataloguePage, walked: Walked | undefined) => {
      const last = walked?.before.last;
      const [head] = products;
      // Whether the order is another one, or the checkpoint was misread, only whoever asks from elsewhere can tell.
      if (head !== undefined && last !== undefined && !isAfter(head, positionOf(last))) return undefined;
      const sequence = { at: last && positionOf(last), before: walked?.before, first: walked?.first };
      const trouble = troubleIn({ products, exchange: n }, { ...sequence, order: walked?.order ?? watchOrder() });
      if (trouble === undefined) return products.length > (last === undefined ? 1 : 0) ? 'passed' : undefined;
      const isAgain = suspicious.has(url);
      suspicious.set(url, true);
      return isAgain ? { exchanges: [n], ...trouble.finding } : undefined;
    };
    return (step) => {
      if (step.kind !== 'catalogue' || step.products === undefined) return undefined;
      const { products, checkpoint, nextCheckpoint, n } = step;
      const walked = checkpoint === null ? undefined : walks.get(checkpoint);
      const said = judge(step, walked);
      const last = products.at(-1);
      if (last === undefined) return said;
      const before = passedPage({ products, exchange: n });
      const order = walked?.order ?? watchOrder();
      walks.set(tokenAfter(last, nextCheckpoint), { first: walked?.first ?? before, before, order });
      return said;
    };
  },
};

/** How whoever follows the catalogue goes on: a checkpoint of another position leads elsewhere. */
const tokenAfter = (last: Listed, nextCheckpoint: string | undefined): string => {
  const next = nextCheckpoint === undefined ? undefined : readNextCheckpoint(last, nextCheckpoint);
  const isUsable = next !== undefined && !(next.kind === 'flawed' && next.isMisplaced);
  return isUsable && nextCheckpoint !== undefined ? nextCheckpoint : encodeCheckpoint(positionOf(last));
};

/** Catalogue rules › 2: nextCheckpoint names the last product of a page. */
const encoding: ShopRow = {
  requirement: 'catalogue/next-checkpoint-encoding',
  look: () => (step) => {
    const last = step.kind === 'catalogue' ? step.products?.at(-1) : undefined;
    if (step.kind !== 'catalogue' || last === undefined || step.nextCheckpoint === undefined) return undefined;
    const { nextCheckpoint: text, n } = step;
    const next = readNextCheckpoint(last, text);
    switch (next.kind) {
      case 'right':
        return 'passed';
      case 'hidden':
        return undefined;
      case 'local':
        return { exchanges: [n], ...ambiguous(last, text, n), leeway: 'an offset is not asked for' };
      case 'flawed':
        return { exchanges: [n], ...flawed(last, text, next.flaw, n) };
      default:
        return next satisfies never;
    }
  },
};

/** Endpoints › Merchant-hosted › 5: `limit` is the maximum number of products of a page. */
const moreThanLimit: ShopRow = {
  requirement: 'catalogue/limit',
  cause: 'more than the limit',
  look: () => (step) => {
    if (step.kind !== 'catalogue' || step.limit === null || step.items.length === 0) return undefined;
    const { items, checkpoint, n } = step;
    const asked = Number(step.limit);
    if (items.length <= asked) return 'passed';
    if (Number.isNaN(asked) || (checkpoint !== null && !beginsRightly(step))) return undefined;
    return {
      ...(checkpoint !== null && {
        message: 'A page after a checkpoint holds more products than the limit asked for.',
      }),
      expected: `at most ${asked} products`,
      actual: `${items.length} products`,
      exchanges: [n],
    };
  },
};

/** Pages that begin wrongly are too long for that reason. */
const beginsRightly = ({ products: [first] = [], after }: CataloguePage): boolean =>
  first !== undefined && after !== undefined && isAfter(first, after);

export const inOrder = lawByRows('catalogue/in-order', [ascending, encoding, moreThanLimit], {
  'catalogue/ascending-order': ['fewer than two products of the catalogue were listed'],
  'catalogue/limit': ['no page of the catalogue has a product'],
  'catalogue/next-checkpoint-encoding': [
    'no page has a nextCheckpoint and ends with a product that has an updatedAt with milliseconds',
  ],
});
