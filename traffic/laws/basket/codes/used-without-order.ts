import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { isObject } from '../../../json.ts';
import { isPartlyKept } from '../../../judging/answer.ts';
import { shortened } from '../../../retention/shortened.ts';
import { createByChance } from '../../by-chance.ts';
import { defineMerchantLaw } from '../../define.ts';
import { createMemory } from '../../../retention/memory.ts';
import { codesIn } from './answered-codes.ts';
import { discountsOf } from '../../../ledgers/shop/answers.ts';
import { askedBasketIn, codesAsked, contentsOf } from '../../../ledgers/shop/quantities.ts';
import { requestedBasket, requestIn } from '../../../ledgers/shop/requested-basket.ts';

const id = 'recalculation/good-discount-applied';

/** In one basket it may be somebody else who has used the code for a moment. */
const telling = 2;
const mostApplied = 20;

/** An answer that had a code in force. */
interface Applied {
  readonly key: string;
  readonly code: string;
  readonly exchange: number;
  readonly at: number;
}

/** A code that the same request of the same basket was answered with as USED. */
interface Suspect extends Applied {
  readonly basketId: string;
  readonly user: unknown;
  readonly used: number;
  readonly answeredAt: number;
}

/**
 * Resources › BasketPriceDiscount › error: a code is USED once an order was placed with it, and perhaps while another basket is locked
 * with it. Neither was so where the same request of a basket had it in force before, nobody has locked or ordered with it since,
 * and another basket of the same user, or of none as well, has it in force later: asking for the price has used it up.
 */
export const usedWithoutOrder = defineMerchantLaw({
  id: 'basket/used-without-order',
  covers: [id],
  start: ({ budget }) => {
    const baskets = createMemory<readonly Applied[]>(budget, { most: 2_000 });
    const suspects = createMemory<Suspect>(budget, { most: 200 });
    /** By code, when it was last locked or ordered with. */
    const taken = createMemory<number>(budget, { most: 2_000 });
    const told = new Set<string>();
    const judge = createByChance(id);
    const take = (exchange: Exchange): void => {
      for (const code of codesTaken(exchange)) {
        const suspect = suspects.get(code);
        if (suspect !== undefined && exchange.at < suspect.answeredAt) suspects.delete(code);
        taken.set(code, exchange.answeredAt);
      }
    };
    const isFree = ({ code, at }: Applied): boolean =>
      (taken.get(code) ?? Number.NEGATIVE_INFINITY) < at && !taken.hasForgotten();
    const confirmed = (exchange: Exchange, { basketId, user }: Asked, code: string): Suspect | undefined => {
      const suspect = suspects.get(code);
      if (suspect === undefined || suspect.basketId === basketId || suspect.user !== user) return undefined;
      if (exchange.at < suspect.answeredAt || told.size >= telling) return undefined;
      suspects.delete(code);
      return suspect;
    };
    return {
      see(exchange) {
        const { call, n, at, answeredAt } = exchange;
        if (call.name === 'order' || call.name === 'lock') take(exchange);
        const changed = requestedBasket(exchange);
        if (changed !== undefined && call.name !== 'recalculation') baskets.delete(changed);
        const asked = call.name === 'recalculation' ? askedBy(exchange) : undefined;
        if (asked === undefined) return [];
        const { basketId, key, user } = asked;
        const all = codesIn(exchange).filter(({ code }) => asked.codes.includes(code));
        const before = baskets.get(basketId) ?? [];
        const now = all.flatMap(({ code, error }) => (error === undefined ? [{ key, code, exchange: n, at }] : []));
        for (const { code, error } of all) {
          const first = before.find((one) => one.key === key && one.code === code);
          if (error === 'USED' && first !== undefined && isFree(first))
            suspects.set(code, { ...first, basketId, user, used: n, answeredAt });
        }
        baskets.set(basketId, [...before, ...now].slice(-mostApplied));
        return now.flatMap(({ code }) => {
          const suspect = confirmed(exchange, asked, code);
          if (suspect === undefined || told.has(suspect.basketId)) return [];
          told.add(suspect.basketId);
          return [judge(findingOf(suspect, n))];
        });
      },
      end: () => [],
    };
  },
});

/** Those of an order stand in its basket. */
const codesTaken = (exchange: Exchange): readonly string[] => {
  const whole = requestIn(exchange);
  const basket = exchange.call.name === 'order' ? whole['basket'] : whole;
  return discountsOf(isObject(basket) ? basket['price'] : undefined).flatMap(({ code }) =>
    typeof code === 'string' ? [code] : [],
  );
};

interface Asked {
  readonly basketId: string;
  readonly user: unknown;
  readonly codes: readonly unknown[];
  /** One text for the same request. */
  readonly key: string;
}

const askedBy = (exchange: Exchange): Asked | undefined => {
  if (isPartlyKept(exchange.request.body)) return undefined;
  const { request, quantities } = askedBasketIn(exchange) ?? {};
  const basketId = request?.['id'];
  if (request === undefined || quantities === undefined || typeof basketId !== 'string') return undefined;
  const user = request['loggedUser'];
  const codes = codesAsked(request);
  const key = shortened(JSON.stringify([contentsOf(quantities), codes.map(String).toSorted(), user ?? null]));
  return { basketId, user, codes, key };
};

const findingOf = ({ code, exchange, used }: Suspect, later: number): Finding => ({
  message:
    'A valid discount code was USED when the same was asked for again, though nobody has locked or ordered with it since: another basket has it in force still. Count a code as used when it is ordered with, not each time a basket is recalculated.',
  expected: `discount ${JSON.stringify(code)} without an error, as before`,
  actual: `discount ${JSON.stringify(code)} with error USED`,
  pointer: '/price/discounts',
  exchanges: [exchange, used, later],
  cause: 'code used up by recalculations',
});
