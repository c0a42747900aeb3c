import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { isPartlyKept } from '../../../judging/answer.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { shortened } from '../../../retention/shortened.ts';
import { createMemory } from '../../../retention/memory.ts';
import { answeredBasket, type CountedLine, countedLines } from '../../../ledgers/shop/answers.ts';
import { askedBasketIn, codesAsked, contentsOf } from '../../../ledgers/shop/quantities.ts';
import { requestedBasket } from '../../../ledgers/shop/requested-basket.ts';

/** Once may be a moment in which a shop adds something for everybody. */
const telling = 2;
const mostProducts = 50;
const mostAnswers = 20;

/** The first answer to a request. */
interface Answered {
  readonly key: string;
  readonly exchange: number;
  readonly products: readonly string[];
}

/** What is known of a basket until it is ordered or pushed. */
interface Known {
  /** Products that were asked for. */
  readonly asked: readonly string[];
  readonly answers: readonly Answered[];
}

const nothing: Known = { asked: [], answers: [] };

/** Products that were taken out, and are sold again. */
export interface Returned {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Recalculation request body: the products of the basket, all of them. A shop may add what comes with others, such as a deposit or
 * a gift; a product that had been asked for in this very basket, that the request leaves out, and that the same request of this
 * basket had been answered without, comes with none of the others.
 */
export const createReturned = (budget: ByteBudget): Returned => {
  const baskets = createMemory<Known>(budget, { most: 2_000 });
  let found: readonly number[] = [];
  return {
    see(exchange) {
      const { name } = exchange.call;
      const basketId = requestedBasket(exchange);
      if (basketId === undefined) return undefined;
      if (name === 'order' || name === 'basketChange') baskets.delete(basketId);
      const both = name === 'recalculation' ? bothOf(exchange) : undefined;
      if (both === undefined) return undefined;
      const { key, wanted, lines } = both;
      const { asked, answers } = baskets.get(basketId) ?? nothing;
      const before = answers.find((one) => one.key === key);
      const isBack = ({ id, quantity, isFree }: CountedLine): boolean =>
        quantity > 0 &&
        !isFree &&
        !wanted.includes(id) &&
        asked.includes(id) &&
        before?.products.includes(id) === false;
      const index = lines.findIndex(isBack);
      const first = before === undefined ? [{ key, exchange: exchange.n, products: soldIn(lines) }] : [];
      baskets.set(basketId, {
        asked: [...new Set([...asked, ...wanted])].slice(-mostProducts),
        answers: [...answers, ...first].slice(-mostAnswers),
      });
      const line = lines[index];
      if (line === undefined || before === undefined) return undefined;
      found = [...found, before.exchange, exchange.n].slice(-2 * telling);
      return found.length < 2 * telling ? undefined : findingOf(line, index, found);
    },
  };
};

interface Both {
  readonly key: string;
  readonly wanted: readonly string[];
  readonly lines: readonly CountedLine[];
}

/** Undefined where something is short, or where there is too much to be remembered. */
const bothOf = (exchange: Exchange): Both | undefined => {
  if (isPartlyKept(exchange.request.body)) return undefined;
  const both = askedBasketIn(exchange);
  const basket = answeredBasket(exchange);
  const lines = basket && basket.lines.length <= mostProducts ? countedLines(basket.lines) : undefined;
  if (both === undefined || lines === undefined || lines.some(({ hasError }) => hasError)) return undefined;
  const { request, quantities } = both;
  const wanted = [...quantities].flatMap(([id, quantity]) => (quantity > 0 ? [id] : []));
  const key = shortened(JSON.stringify([contentsOf(quantities), codesAsked(request), request['loggedUser'] ?? null]));
  return wanted.length === 0 ? undefined : { key, wanted, lines };
};

const soldIn = (lines: readonly CountedLine[]): readonly string[] =>
  lines.flatMap(({ id, quantity }) => (quantity > 0 ? [id] : []));

const findingOf = ({ id, quantity }: CountedLine, index: number, exchanges: readonly number[]): Finding => ({
  message:
    'A product that the customer had taken out came back in a later answer, though the same request of the same basket had been answered without it; the products of the request are all there are.',
  expected: `no "${id}", as when the same was asked for before`,
  actual: `"${id}" with quantity ${quantity}`,
  pointer: `/products/${index}`,
  exchanges: [...new Set(exchanges)],
  cause: 'product comes back',
});
