import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { isObject } from '../../../json.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import { answeredBasket, pricedBasket, pushedBasket } from '../../../ledgers/shop/answers.ts';
import { requestedBasket, requestIn } from '../../../ledgers/shop/requested-basket.ts';

/** Once a customer may have chosen another currency in between. */
const telling = 2;
const mostProducts = 50;

/** A basket as it was retrieved. */
interface Retrieved {
  readonly currency: string;
  readonly user: unknown;
  /** Of each product its unitPrice. */
  readonly prices: readonly (readonly [id: string, unitPrice: number])[];
  readonly exchange: number;
  readonly answeredAt: number;
}

/** Currencies that baskets are recalculated in. */
export interface Currencies {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Resources › Conventions: amounts are in 1/100 of the currency unit, so the same figures are not right in two currencies. In which
 * one a customer shops is theirs to choose; where the retrieval and the request are of the same user and name the same currency, a
 * recalculation with another one and the same prices has changed its name alone.
 */
export const createCurrencies = (budget: ByteBudget): Currencies => {
  const retrieved = createMemory<Retrieved>(budget, { most: 2_000 });
  const found: Record<Change, readonly number[]> = { recalculation: [], basketChange: [] };
  return {
    see(exchange) {
      const { name } = exchange.call;
      const requested = requestedBasket(exchange);
      const before = requested === undefined ? undefined : retrieved.get(requested);
      if ((name === 'order' || name === 'basketChange') && requested !== undefined) retrieved.delete(requested);
      const basket = name === 'basketChange' ? pushedBasket(exchange) : pricedBasket(exchange);
      const { price, loggedUser: user } = (name === 'basketChange' ? requestIn : answeredBasket)(exchange) ?? {};
      const currency = isObject(price) ? price['currency'] : undefined;
      if (basket === undefined || typeof currency !== 'string') return undefined;
      const prices = basket.lines.slice(0, mostProducts).map(({ id, unitPrice }) => [id, unitPrice] as const);
      if (name === 'retrieval') {
        const { n, answeredAt } = exchange;
        retrieved.set(basket.id, { currency, user, prices, exchange: n, answeredAt });
        return undefined;
      }
      if (name !== 'recalculation' && name !== 'basketChange') return undefined;
      if (before === undefined || exchange.at < before.answeredAt || !isAnother(currency, before.currency))
        return undefined;
      const isIts = name === 'basketChange' ? user === before.user : isOf(exchange, before);
      // Of another retrieval each time.
      if (!isIts || !isPricedAlike(before.prices, prices) || found[name].includes(before.exchange)) return undefined;
      const exchanges = [...found[name], before.exchange, exchange.n].slice(-2 * telling);
      found[name] = exchanges.length < 2 * telling ? exchanges : [];
      return exchanges.length < 2 * telling ? undefined : renamed(name, before.currency, currency, exchanges);
    },
  };
};

type Change = 'recalculation' | 'basketChange';

const renamed = (name: Change, before: string, currency: string, exchanges: readonly number[]): Finding => {
  const common = {
    actual: `currency ${JSON.stringify(currency)} with the same prices`,
    pointer: '/price/currency',
    exchanges,
  };
  return name === 'recalculation'
    ? {
        ...common,
        message:
          'A basket was recalculated in another currency than it was retrieved in and asked for in, with the same figures, so that one of the two is not what things cost; answer in the currency of the request.',
        expected: `currency ${JSON.stringify(before)}, as in the retrieval and the request`,
        cause: 'recalculated in another currency',
      }
    : {
        ...common,
        message:
          'A basket was pushed in another currency than it was retrieved in, with the same figures, so that one of the two is not what things cost; push a basket in the currency it is shown in.',
        expected: `currency ${JSON.stringify(before)}, as in the retrieval`,
        cause: 'pushed in another currency',
      };
};

/** How a currency is written is not shown, so that a sign and a code may be the same one; two codes of three letters are not. */
const isAnother = (one: string, other: string): boolean =>
  [one, other].every((name) => /^[a-z]{3}$/iu.test(name)) && one.toUpperCase() !== other.toUpperCase();

/** The request is about the basket as it was retrieved: of that user, in that currency. */
const isOf = (exchange: Exchange, { currency, user }: Retrieved): boolean => {
  const { price, loggedUser } = requestIn(exchange);
  return isObject(price) && price['currency'] === currency && loggedUser === user;
};

const isPricedAlike = (before: Retrieved['prices'], now: Retrieved['prices']): boolean => {
  const both = now.flatMap(([id, unitPrice]) => {
    const then = before.find(([product]) => product === id);
    return then === undefined ? [] : [{ then: then[1], unitPrice }];
  });
  return both.some(({ unitPrice }) => unitPrice > 0) && both.every(({ then, unitPrice }) => then === unitPrice);
};
