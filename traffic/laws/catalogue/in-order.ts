import { encodeCheckpoint, type Judgement } from '#schemas';
import { broken, defineMerchantLaw, holds, untold, warned } from '../define.ts';
import { createMemory } from '../../retention/memory.ts';
import { askedPage } from './asked-page.ts';
import { type Listed, positionOf } from './listed.ts';
import { ambiguous, flawed, readNextCheckpoint } from './next-checkpoint.ts';
import { type ListedPage, passedPage, type PassedPage } from './passed-page.ts';
import { isAfter, type OrderWatch, watchOrder } from './position-order.ts';
import { troubleIn } from './sequence.ts';

const [order, encoding] = ['catalogue/ascending-order', 'catalogue/next-checkpoint-encoding'] as const;

/** A walk as far as a checkpoint. */
interface Walked {
  readonly first: PassedPage;
  readonly before: PassedPage;
  readonly order: OrderWatch;
}

/** A page is the first of one walk and comes before others. */
const weightOfWalk = ({ first, before }: Walked): number => before.weight + (first === before ? 0 : first.weight);

/** Catalogue rules › 1 and 2: products come in ascending order, and nextCheckpoint names the last one of a page. */
export const inOrder = defineMerchantLaw({
  id: 'catalogue/in-order',
  covers: [order, encoding],
  start: ({ budget }) => {
    const walks = createMemory<Walked>(budget, { most: 200, weigh: weightOfWalk });
    /** Requests answered out of order once: a real catalogue changes while one looks. */
    const suspicious = createMemory<true>(budget);
    const judgeOrder = (page: ListedPage, url: string, walked: Walked | undefined): readonly Judgement[] => {
      const last = walked?.before.last;
      const [head] = page.products;
      // Whether the order is another one, or the checkpoint was misread, only whoever asks from elsewhere can tell.
      if (head !== undefined && last !== undefined && !isAfter(head, positionOf(last))) return [];
      const sequence = { at: last && positionOf(last), before: walked?.before, first: walked?.first };
      const trouble = troubleIn(page, { ...sequence, order: walked?.order ?? watchOrder() });
      if (trouble === undefined) return page.products.length > (last === undefined ? 1 : 0) ? [holds(order)] : [];
      if (suspicious.get(url) === true) return [broken(order, trouble.finding)];
      suspicious.set(url, true);
      return [];
    };
    return {
      see(exchange) {
        const page = askedPage(exchange);
        if (page === undefined) return [];
        const { checkpoint, nextCheckpoint } = page;
        const walked = checkpoint === null ? undefined : walks.get(checkpoint);
        const said = judgeOrder(page, exchange.request.url, walked);
        const last = page.products.at(-1);
        if (last === undefined) return said;
        const token = tokenAfter(last, nextCheckpoint);
        const before = passedPage(page);
        walks.set(token, { first: walked?.first ?? before, before, order: walked?.order ?? watchOrder() });
        return nextCheckpoint === undefined ? said : [...said, ...judgeEncoding(last, nextCheckpoint, exchange.n)];
      },
      end: () => [
        untold(order, 'fewer than two products of the catalogue were listed'),
        untold(encoding, 'no page of the catalogue has a nextCheckpoint and a product'),
      ],
    };
  },
});

/** How whoever follows the catalogue goes on: a checkpoint of another position leads elsewhere. */
const tokenAfter = (last: Listed, nextCheckpoint: string | undefined): string => {
  const next = nextCheckpoint === undefined ? undefined : readNextCheckpoint(last, nextCheckpoint);
  const isUsable = next !== undefined && !(next.kind === 'flawed' && next.isMisplaced);
  return isUsable && nextCheckpoint !== undefined ? nextCheckpoint : encodeCheckpoint(positionOf(last));
};

const judgeEncoding = (last: Listed, text: string, exchange: number): readonly Judgement[] => {
  const next = readNextCheckpoint(last, text);
  switch (next.kind) {
    case 'right':
      return [holds(encoding)];
    case 'hidden':
      return [];
    case 'local':
      return [warned(encoding, ambiguous(last, text, exchange), 'an offset is not asked for')];
    case 'flawed':
      return [broken(encoding, flawed(last, text, next.flaw, exchange))];
    default:
      return next satisfies never;
  }
};
