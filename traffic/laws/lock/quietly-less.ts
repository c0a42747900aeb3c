import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { shortened } from '../../retention/shortened.ts';
import { answeredBasket, type CountedLine, countedLines, linesIn } from '../basket/answers.ts';
import { requestedBasket } from '../basket/requested-basket.ts';
import { createMemory } from '../memory.ts';

/** What is known of a basket until it is ordered or pushed. */
interface Known {
  /** Contents that an answer has shown whole and without an error, and the exchange. */
  readonly whole: readonly (readonly [contents: string, exchange: number])[];
  /** The contents it was locked with. */
  readonly locked: string | undefined;
}

const nothing: Known = { whole: [], locked: undefined };
const mostContents = 16;

/** Locks that hold less than was shown. */
export interface QuietlyLess {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Endpoints › Merchant-hosted › 3: what cannot be locked has an error code, so that the user is asked whether to continue. Stock
 * that has changed since is no exception. What packs and least quantities come to, the same request has shown before, so that
 * only a lock of contents that were answered whole is judged; and none of a basket that is locked with other contents, or where
 * another product is short, which may take its deposit with it.
 */
export const createQuietlyLess = (budget: ByteBudget): QuietlyLess => {
  const baskets = createMemory<Known>(budget, { most: 2_000 });
  const note = (basketId: string, contents: readonly string[], exchange: number): void => {
    const known = baskets.get(basketId) ?? nothing;
    const others = known.whole.filter(([one]) => !contents.includes(one));
    const whole = [...others, ...contents.map((one) => [one, exchange] as const)].slice(-mostContents);
    baskets.set(basketId, { ...known, whole });
  };
  const judgeLock = (exchange: Exchange, asked: Asked, lines: readonly CountedLine[]): Finding | undefined => {
    const known = baskets.get(asked.basketId) ?? nothing;
    const contents = contentsOf(asked.quantities);
    baskets.set(asked.basketId, { ...known, locked: known.locked ?? contents });
    const shown = known.whole.find(([one]) => one === contents)?.[1];
    if (shown === undefined || (known.locked ?? contents) !== contents || lines.some(isShort)) return undefined;
    const [less] = lessThan(asked.quantities, lines);
    return less && lockedLess(less, lines, [shown, exchange.n]);
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
          note(basket.id, [...new Set(contentsShown(lines))], exchange.n);
        return undefined;
      }
      const asked = askedBy(exchange);
      if (asked === undefined) return undefined;
      if (name === 'recalculation') {
        const isWhole = !lines.some(isShort) && lessThan(asked.quantities, lines).length === 0;
        if (isWhole) note(asked.basketId, [contentsOf(asked.quantities)], exchange.n);
        return undefined;
      }
      return judgeLock(exchange, asked, lines);
    },
  };
};

type Quantities = ReadonlyMap<string, number>;

interface Asked {
  readonly basketId: string;
  readonly quantities: Quantities;
}

const isShort = ({ hasError }: CountedLine): boolean => hasError;

const totals = (lines: readonly CountedLine[]): Quantities => {
  const sums = new Map<string, number>();
  for (const line of lines) sums.set(line.id, (sums.get(line.id) ?? 0) + line.quantity);
  return sums;
};

const contentsOf = (quantities: Quantities): string =>
  shortened(
    [...quantities]
      .filter(([, quantity]) => quantity > 0)
      .map((one) => JSON.stringify(one))
      .toSorted()
      .join(),
  );

/** What is free may be sent back or not: a gift, a deposit, or a product at no price. */
const contentsShown = (lines: readonly CountedLine[]): readonly string[] => {
  const [all, paid] = [totals(lines), totals(lines.filter(({ isFree }) => !isFree))];
  return [all, paid, new Map([...all, ...paid])].map(contentsOf);
};

const lessThan = (asked: Quantities, lines: readonly CountedLine[]): readonly Less[] => {
  const carried = totals(lines);
  return [...asked].flatMap(([product, quantity]) => {
    const carries = carried.get(product) ?? 0;
    return carries < quantity ? [{ product, quantity, carries }] : [];
  });
};

const bodyOf = ({ request: { body } }: Exchange): JsonObject => {
  const whole: unknown = body.json.ok ? body.json.value : undefined;
  return isObject(whole) ? whole : {};
};

const askedBy = (exchange: Exchange): Asked | undefined => {
  const body = bodyOf(exchange);
  const products = linesIn(body);
  const lines = products && countedLines(products);
  return typeof body['id'] === 'string' && lines !== undefined
    ? { basketId: body['id'], quantities: totals(lines) }
    : undefined;
};

interface Less {
  readonly product: string;
  readonly quantity: number;
  readonly carries: number;
}

const lockedLess = (less: Less, lines: readonly CountedLine[], exchanges: readonly number[]): Finding => {
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
