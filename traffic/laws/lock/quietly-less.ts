import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { isPartlyKept, readAnswer } from '../../judging/answer.ts';
import { shortened } from '../../retention/shortened.ts';
import { requestedBasket } from '../basket/requested-basket.ts';
import { broken, defineMerchantLaw } from '../define.ts';
import { createMemory } from '../memory.ts';

const id = 'lock/shortage-reported';

/** What is known of a basket until it is ordered or pushed. */
interface Known {
  /** Contents that an answer has shown whole and without an error, and the exchange. */
  readonly whole: readonly (readonly [contents: string, exchange: number])[];
  /** The contents it was locked with. */
  readonly locked: string | undefined;
}

const nothing: Known = { whole: [], locked: undefined };
const mostContents = 16;

/**
 * Endpoints › Merchant-hosted › 3: what cannot be locked has an error code, so that the user is asked whether to continue. Stock
 * that has changed since is no exception. What packs and least quantities come to, the same request has shown before, so that
 * only a lock of contents that were answered whole is judged; and none of a basket that is locked with other contents, or where
 * another product is short, which may take its deposit with it. That nothing was locked short says nothing of shortages.
 */
export const quietlyLess = defineMerchantLaw({
  id: 'lock/quietly-less',
  covers: [id],
  start: ({ budget }) => {
    const baskets = createMemory<Known>(budget, { most: 2_000 });
    const note = (basketId: string, contents: readonly string[], exchange: number): void => {
      const known = baskets.get(basketId) ?? nothing;
      const others = known.whole.filter(([one]) => !contents.includes(one));
      const whole = [...others, ...contents.map((one) => [one, exchange] as const)].slice(-mostContents);
      baskets.set(basketId, { ...known, whole });
    };
    const judgeLock = (exchange: Exchange, asked: Asked, lines: readonly Line[]): Finding | undefined => {
      const known = baskets.get(asked.basketId) ?? nothing;
      const contents = contentsOf(asked.quantities);
      baskets.set(asked.basketId, { ...known, locked: known.locked ?? contents });
      const shown = known.whole.find(([one]) => one === contents)?.[1];
      if (shown === undefined || (known.locked ?? contents) !== contents || lines.some(hasError)) return undefined;
      const [less] = lessThan(asked.quantities, lines);
      return less && lockedLess(less, lines, [shown, exchange.n]);
    };
    return {
      see(exchange) {
        const { name } = exchange.call;
        if (name === 'order' || name === 'basketChange') {
          const changed = requestedBasket(exchange);
          if (changed !== undefined) baskets.delete(changed);
          return [];
        }
        if (name !== 'retrieval' && name !== 'recalculation' && name !== 'lock') return [];
        const read = readAnswer(exchange);
        const body = read.kind === 'answered' && isObject(read.body) ? read.body : undefined;
        const lines = body && linesOf(body);
        if (body === undefined || lines === undefined || isPartlyKept(exchange.request.body)) return [];
        if (name === 'retrieval') {
          if (typeof body['id'] === 'string' && !lines.some(hasError))
            note(body['id'], [...new Set(contentsShown(lines))], exchange.n);
          return [];
        }
        const asked = askedBy(exchange);
        if (asked === undefined) return [];
        if (name === 'recalculation') {
          const isWhole = !lines.some(hasError) && lessThan(asked.quantities, lines).length === 0;
          if (isWhole) note(asked.basketId, [contentsOf(asked.quantities)], exchange.n);
          return [];
        }
        const finding = judgeLock(exchange, asked, lines);
        return finding === undefined ? [] : [broken(id, finding)];
      },
      end: () => [],
    };
  },
});

interface Line {
  readonly id: string;
  readonly quantity: number;
  readonly isFree: boolean;
  readonly error: unknown;
}

type Quantities = ReadonlyMap<string, number>;

interface Asked {
  readonly basketId: string;
  readonly quantities: Quantities;
}

const hasError = ({ error }: Line): boolean => error !== undefined && error !== null;

/** Undefined where a line cannot be read, which is judged by its schema. Nothing is said of how the letters of an id are composed. */
const linesOf = ({ products }: JsonObject): readonly Line[] | undefined => {
  if (!Array.isArray(products)) return undefined;
  const lines = (products as readonly unknown[]).flatMap((product): readonly Line[] => {
    const { id: name, quantity, unitPrice, linePrice, error } = isObject(product) ? product : {};
    if (typeof name !== 'string' || !Number.isSafeInteger(quantity)) return [];
    const isFree = [unitPrice, linePrice].some((price) => typeof price === 'number' && price <= 0);
    return [{ id: name.normalize('NFC'), quantity: Number(quantity), isFree, error }];
  });
  return lines.length < products.length ? undefined : lines;
};

const totals = (lines: readonly Line[]): Quantities => {
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
const contentsShown = (lines: readonly Line[]): readonly string[] => {
  const [all, paid] = [totals(lines), totals(lines.filter(({ isFree }) => !isFree))];
  return [all, paid, new Map([...all, ...paid])].map(contentsOf);
};

const lessThan = (asked: Quantities, lines: readonly Line[]): readonly Less[] => {
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
  const lines = linesOf(body);
  return typeof body['id'] === 'string' && lines !== undefined
    ? { basketId: body['id'], quantities: totals(lines) }
    : undefined;
};

interface Less {
  readonly product: string;
  readonly quantity: number;
  readonly carries: number;
}

const lockedLess = (less: Less, lines: readonly Line[], exchanges: readonly number[]): Finding => {
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
