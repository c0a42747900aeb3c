import { type Finding, validate } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import type { JsonObject } from '../../json.ts';
import { isPartlyKept, readAnswer } from '../../judging/answer.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { shortened } from '../../retention/shortened.ts';
import { answeredBasket, type AnsweredBasket, discountsOf, hasError, linesIn } from '../../ledgers/shop/answers.ts';
import { requestedBasket, requestIn } from '../../ledgers/shop/requested-basket.ts';
import { createMemory } from '../../retention/memory.ts';

/** What a basket was answered with. */
interface Shown {
  /** What was asked for; undefined of a retrieval, which asks for nothing. */
  readonly request: string | undefined;
  readonly lines: string;
  readonly codes: string;
  readonly price: string;
  /** The basketValue alone. */
  readonly value: unknown;
  readonly exchange: number;
}

const mostShown = 16;

/** What baskets are locked at. */
export interface LockedPrices {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Endpoints › Merchant-hosted › 3: the same as the recalculation response. A lock whose lines are those that two recalculations
 * of the same request have just been answered with, and whose price is another one, is none. What a product costs may change
 * meanwhile, which shows in its line; a code that cannot be applied any more has an error. Nothing is said where the lock
 * agrees with the basket as it was scanned, nor where the recalculations have the value of another request, which may be left from
 * that, and of other codes, which the answers to each code are about.
 */
export const createLockedPrices = (budget: ByteBudget): LockedPrices => {
  const baskets = createMemory<readonly Shown[]>(budget, { most: 2_000 });
  return {
    see(exchange) {
      const { name } = exchange.call;
      const requested = name === 'retrieval' ? undefined : requestedBasket(exchange);
      if (name === 'order' || name === 'basketChange') {
        if (requested !== undefined) baskets.delete(requested);
        return undefined;
      }
      const basket = answeredBasket(exchange);
      const basketId = requested ?? basket?.id;
      if (basket === undefined || typeof basketId !== 'string' || isPartlyKept(exchange.request.body)) return undefined;
      const shown = shownBy(exchange, basket);
      const before = baskets.get(basketId) ?? [];
      if (isMalformed(exchange)) return undefined;
      if (name === 'lock') return isShort(basket) ? undefined : findingOf(shown, before);
      baskets.set(basketId, [...before, shown].slice(-mostShown));
      return undefined;
    },
  };
};

/** What is no price, its schema tells. */
const isMalformed = (exchange: Exchange): boolean => {
  const read = readAnswer(exchange);
  return read.kind !== 'answered' || validate('basket', read.body).some(({ pointer }) => pointer.startsWith('/price'));
};

const isShort = ({ lines, price }: AnsweredBasket): boolean =>
  lines.some(hasError) || discountsOf(price).some(hasError);

const findingOf = (lock: Shown, before: readonly Shown[]): Finding | undefined => {
  const [first, again] = before.filter(({ request }) => request === lock.request).slice(-2);
  if (first === undefined || again === undefined) return undefined;
  if ([first, again].some(({ lines, codes }) => lines !== lock.lines || codes !== lock.codes)) return undefined;
  if (first.price !== again.price || again.price === lock.price) return undefined;
  const others = before.filter(({ request }) => request !== lock.request);
  if (others.some(({ request, price }) => request === undefined && price === lock.price)) return undefined;
  if (others.some(({ request, value }) => request !== undefined && value === again.value)) return undefined;
  return {
    message:
      'A basket was locked at another price than two recalculations of the same request had shown for the same lines, and no error says why, so that the customer pays something else than they saw; answer a lock as a recalculation is answered.',
    expected: again.price,
    actual: lock.price,
    pointer: '/price',
    exchanges: [first.exchange, again.exchange, lock.exchange],
    cause: 'locked otherwise than recalculated',
  };
};

const shownBy = (exchange: Exchange, { lines, price }: AnsweredBasket): Shown => ({
  request: exchange.call.name === 'retrieval' ? undefined : askedFor(requestIn(exchange)),
  lines: shortened(inAnyOrder(lines, ['id', 'quantity', 'unitPrice', 'linePrice', 'error'])),
  codes: shortened(discountsIn(price, ['code', 'error'])),
  price: priceInWords(price),
  value: price['basketValue'],
  exchange: exchange.n,
});

const askedFor = ({ loggedUser, price, ...basket }: JsonObject): string => {
  const lines = linesIn(basket) ?? [];
  return shortened(
    JSON.stringify([loggedUser, inAnyOrder(discountsOf(price), ['code']), inAnyOrder(lines, ['id', 'quantity'])]),
  );
};

/** Nothing is said of how the letters of an id or a code are composed. */
const inWords = (things: readonly JsonObject[], members: readonly string[]): readonly string[] =>
  things.map((thing) => JSON.stringify(members.map((member) => thing[member] ?? null)).normalize('NFC'));

const inAnyOrder = (things: readonly JsonObject[], members: readonly string[]): string =>
  inWords(things, members).toSorted().join(' ');

/** Nothing forbids to list one twice. */
const discountsIn = (price: JsonObject, members: readonly string[]): string =>
  [...new Set(inWords(discountsOf(price), members))].toSorted().join(' ');

/** How a currency is written is left open, so that its case is none of ours. */
const priceInWords = (price: JsonObject): string => {
  const each = discountsIn(price, ['code', 'value', 'error']);
  const currency = JSON.stringify(price['currency'] ?? null).toUpperCase();
  return `basketValue ${JSON.stringify(price['basketValue'])} ${currency}${each === '' ? '' : `, discounts ${each}`}`;
};
