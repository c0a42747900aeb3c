import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { answeredBasket, type CountedLine, countedLines } from '../../ledgers/shop/answers.ts';
import {
  askedBasketIn,
  type Carried,
  contentsOf,
  lessThan,
  moreThan,
  type Quantities,
  totals,
} from '../../ledgers/shop/quantities.ts';
import { requestedBasket } from '../../ledgers/shop/requested-basket.ts';
import { createMemory } from '../../retention/memory.ts';

/** Contents that an answer has shown whole and without an error. */
interface Whole {
  readonly contents: string;
  readonly exchange: number;
  /** A request for just so many was answered with just so many. */
  readonly isExact: boolean;
}

/** What is known of a basket until it is ordered or pushed. */
interface Known {
  readonly whole: readonly Whole[];
  /** The contents it was locked with. */
  readonly locked: string | undefined;
}

const nothing: Known = { whole: [], locked: undefined };
const mostContents = 16;

/** Locks that hold less than was shown, or more. */
export interface LockedQuantities {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Endpoints › Merchant-hosted › 3: what cannot be locked has an error code, so that the user is asked whether to continue. Stock
 * that has changed since is no exception. What packs and least quantities come to, the same request has shown before, so that
 * only a lock of contents that were answered whole is judged; and none of a basket that is locked with other contents, or where
 * another product is short, which may take its deposit with it. More than was asked for is none either, where a recalculation
 * had just shown so many and no more.
 */
export const createLockedQuantities = (budget: ByteBudget): LockedQuantities => {
  const baskets = createMemory<Known>(budget, { most: 2_000 });
  const note = (basketId: string, shown: readonly Whole[]): void => {
    const known = baskets.get(basketId) ?? nothing;
    const others = known.whole.filter((one) => !shown.some(({ contents }) => contents === one.contents));
    baskets.set(basketId, { ...known, whole: [...others, ...shown].slice(-mostContents) });
  };
  const judgeLock = (exchange: Exchange, asked: Asked, lines: readonly CountedLine[]): Finding | undefined => {
    const known = baskets.get(asked.basketId) ?? nothing;
    const contents = contentsOf(asked.quantities);
    baskets.set(asked.basketId, { ...known, locked: known.locked ?? contents });
    const shown = known.whole.find((one) => one.contents === contents);
    if (shown === undefined || (known.locked ?? contents) !== contents || lines.some(isShort)) return undefined;
    const exchanges = [shown.exchange, exchange.n];
    const [less] = lessThan(asked.quantities, lines);
    if (less) return isElsewhere(less, asked.quantities, lines) ? undefined : lockedLess(less, lines, exchanges);
    const [more] = shown.isExact ? moreThan(asked.quantities, lines) : [];
    return more && lockedMore(more, lines, exchanges);
  };
  return {
    see(exchange) {
      const { name } = exchange.call;
      if (name === 'order' || name === 'basketChange') {
        const changed = requestedBasket(exchange);
        if (changed !== undefined) baskets.delete(changed);
        return undefined;
      }
      const basket = answeredBasket(exchange);
      const lines = basket && countedLines(basket.lines);
      if (basket === undefined || lines === undefined || isPartlyKept(exchange.request.body)) return undefined;
      if (name === 'retrieval') {
        if (typeof basket.id === 'string' && !lines.some(isShort))
          note(
            basket.id,
            [...new Set(contentsShown(lines))].map((contents) => ({ contents, exchange: exchange.n, isExact: false })),
          );
        return undefined;
      }
      const asked = askedBy(exchange);
      if (asked === undefined) return undefined;
      if (name === 'recalculation') {
        const isWhole = !lines.some(isShort) && lessThan(asked.quantities, lines).length === 0;
        const isExact = moreThan(asked.quantities, lines).length === 0;
        const contents = contentsOf(asked.quantities);
        if (isWhole) note(asked.basketId, [{ contents, exchange: exchange.n, isExact }]);
        return undefined;
      }
      return judgeLock(exchange, asked, lines);
    },
  };
};

interface Asked {
  readonly basketId: string;
  readonly quantities: Quantities;
}

const isShort = ({ hasError }: CountedLine): boolean => hasError;

/** What is free may be sent back or not: a gift, a deposit, or a product at no price. */
const contentsShown = (lines: readonly CountedLine[]): readonly string[] => {
  const [all, paid] = [totals(lines), totals(lines.filter(({ isFree }) => !isFree))];
  return [all, paid, new Map([...all, ...paid])].map(contentsOf);
};

const askedBy = (exchange: Exchange): Asked | undefined => {
  const { request, quantities } = askedBasketIn(exchange) ?? {};
  const basketId = request?.['id'];
  return typeof basketId === 'string' && quantities !== undefined ? { basketId, quantities } : undefined;
};

/** Just so many stand there under an id that nobody asked for: it is the id that is wrong. */
const isElsewhere = (
  { product, quantity, carries }: Carried,
  asked: Quantities,
  lines: readonly CountedLine[],
): boolean =>
  carries === 0 && lines.some((line) => line.id !== product && !asked.has(line.id) && line.quantity === quantity);

const lockedMore = (more: Carried, lines: readonly CountedLine[], exchanges: readonly number[]): Finding => ({
  message:
    'More of a product was locked than was asked for, though a recalculation of the same contents had just shown just so many, so that the customer pays for what they did not want; answer a lock as a recalculation is answered.',
  expected: `"${more.product}" with quantity ${more.quantity}`,
  actual: `"${more.product}" with quantity ${more.carries}`,
  pointer: `/products/${lines.findIndex((line) => line.id === more.product)}/quantity`,
  exchanges,
  cause: 'locked more than was asked for',
});

const lockedLess = (less: Carried, lines: readonly CountedLine[], exchanges: readonly number[]): Finding => {
  const index = lines.findIndex((line) => line.id === less.product);
  return {
    message:
      'Less of a product was locked than was asked for and no error says why, though the same contents had just been shown whole; lock what is asked for, or put an error code on the line, so that the platform can ask the user whether to continue.',
    expected: `"${less.product}" with quantity ${less.quantity}, or an error code on it`,
    actual: `"${less.product}" with quantity ${less.carries} and no error`,
    pointer: index < 0 ? '/products' : `/products/${index}/quantity`,
    exchanges,
    cause: 'locked less without a word',
  };
};
