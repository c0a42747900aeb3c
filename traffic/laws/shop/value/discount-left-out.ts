import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import { pricedContents } from './priced-contents.ts';
import { requestedBasket } from '../../../ledgers/shop/requested-basket.ts';

/** So many unlike contents, with so many unlike discounts. */
const telling = 2;

const kinds = ['retrieval', 'recalculation', 'lock', 'basketChange'] as const;
type Kind = (typeof kinds)[number];

interface Worth {
  /** Not a number where a call of this kind has said now this, now that. */
  readonly value: number;
  readonly exchange: number;
}

/** Contents in which discounts stand, by the calls that showed them. */
type Shown = Partial<Readonly<Record<Kind, Worth>>>;

interface Contents {
  readonly key: string;
  readonly value: number;
  readonly gross: number;
  readonly net: number;
}

interface LeftOut {
  readonly reduction: number;
  readonly exchanges: readonly number[];
}

/** Baskets with discounts. */
export interface DiscountLeftOut {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Resources › BasketPrice: `discounts` are those that are applied, and basketValue is the price of the basket. Whether they are taken off
 * it, off the lines or neither is left open, and what comes on top. Where one kind of call always shows the same lines and the same
 * discounts at the price of all lines, and another one always at that price less the discounts, one of the two has not applied them.
 */
export const createDiscountLeftOut = (budget: ByteBudget): DiscountLeftOut => {
  const shown = createMemory<Shown>(budget, { most: 2_000 });
  /** What an ordered basket is shown with may be what is left to pay. */
  const ordered = createMemory<true>(budget, { most: 2_000 });
  const found = new Map<Kind, Map<string, LeftOut>>(kinds.map((kind) => [kind, new Map()]));
  const charge = (kind: Kind, { key, gross, net }: Contents): Finding | undefined => {
    const by = shown.get(key) ?? {};
    const own = by[kind];
    const other = kinds.find((one) => by[one]?.value === net);
    const contents = found.get(kind);
    const isSure = kinds.every((one) => [undefined, gross, net].includes(by[one]?.value));
    if (contents === undefined || own?.value !== gross || other === undefined || !isSure) {
      contents?.delete(key);
      return undefined;
    }
    contents.set(key, { reduction: gross - net, exchanges: [by[other]?.exchange ?? 0, own.exchange] });
    // What one kind of call puts on top each time may be just as much as a discount.
    if (new Set([...contents.values()].map(({ reduction }) => reduction)).size < telling) return undefined;
    const exchanges = [...contents.values()].flatMap((one) => one.exchanges);
    contents.clear();
    return {
      message: `A ${inWords[kind]} shows baskets with their discounts, and with a basketValue from which these are not taken off, though the same lines and discounts are worth less in a ${inWords[other]}; work the value out in one place.`,
      expected: `basketValue ${net}, as in a ${inWords[other]}`,
      actual: `basketValue ${gross}, the price of all lines`,
      pointer: '/price/basketValue',
      exchanges,
      cause: 'discounts that are not taken off',
    };
  };
  return {
    see(exchange) {
      const { name } = exchange.call;
      if (name === 'order') ordered.set(requestedBasket(exchange) ?? '', true);
      const kind = kinds.find((one) => one === name);
      const basket = kind && contentsOf(exchange);
      if (kind === undefined || basket === undefined || ordered.has(basket.id)) return undefined;
      const by = shown.get(basket.key) ?? {};
      const isSame = by[kind] === undefined || by[kind].value === basket.value;
      const value = isSame ? basket.value : Number.NaN;
      shown.set(basket.key, { ...by, [kind]: { value, exchange: exchange.n } });
      const findings = kinds.map((one) => charge(one, basket));
      return findings.find((one) => one !== undefined);
    },
  };
};

const inWords: Readonly<Record<Kind, string>> = {
  retrieval: 'retrieval',
  recalculation: 'recalculation',
  lock: 'lock',
  basketChange: 'push',
};

/** Undefined where nothing is taken off, or all there is. */
const contentsOf = (exchange: Exchange): (Contents & { readonly id: string }) | undefined => {
  const { id, key, basketValue: value, gross = 0, reduction = 0 } = pricedContents(exchange) ?? {};
  const net = gross - reduction;
  if (id === undefined || key === undefined || value === undefined || reduction <= 0 || net <= 0) return undefined;
  return { id, key, value, gross, net };
};
