import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { JsonObject } from '../../../json.ts';
import { isPartlyKept } from '../../../judging/answer.ts';
import { shortened } from '../../../retention/shortened.ts';
import { broken, defineMerchantLaw } from '../../define.ts';
import { createMemory } from '../../../retention/memory.ts';
import { answeredBasket, type CountedLine, countedLines } from '../../../ledgers/shop/answers.ts';
import { createReturned } from './returned-product.ts';
import { unnamedIn } from './unnamed-product.ts';
import {
  type AskedBasket,
  askedBasketIn,
  type Carried,
  codesAsked,
  contentsOf,
  lessThan,
  moreThan,
  type Quantities,
} from '../../../ledgers/shop/quantities.ts';

const id = 'recalculation/change-reflected';

/** So often each: once may be a change of what the shop sells in packs. */
const fewest = 2;

interface More extends Carried {
  readonly pointer: string;
  readonly exchange: number;
}

interface Known {
  /** Exchanges whose answers hold what was asked for, and no more. */
  readonly exact: readonly number[];
  readonly more: readonly More[];
}

/**
 * Endpoints › Merchant-hosted › 2: what cannot be fully accommodated is answered with the part that is available. Nothing is
 * said of more than was asked for, which packs and least quantities come to, and so does the same request each time; where
 * it was answered with just so many as well, in whichever basket, no pack explains the rest. Nor does one explain a product that
 * comes back once it was taken out, or without its id.
 */
export const moreThanAsked = defineMerchantLaw({
  id: 'basket/more-than-asked',
  covers: [id],
  start: ({ budget }) => {
    const asked = createMemory<Known>(budget, { most: 2_000 });
    const returned = createReturned(budget);
    return {
      see(exchange) {
        const wrong = returned.see(exchange) ?? unnamedIn(exchange);
        if (wrong !== undefined) return [broken(id, wrong)];
        const both = bothOf(exchange);
        if (both === undefined) return [];
        const { request, quantities, lines } = both;
        const paid = lines.filter(({ isFree }) => !isFree);
        if (lessThan(quantities, paid).length > 0) return [];
        const [one] = moreThan(quantities, lines);
        const key = keyOf(request, quantities);
        const before = asked.get(key) ?? { exact: [], more: [] };
        const now = one === undefined ? withExact(before, exchange.n) : withMore(before, one, lines, exchange.n);
        asked.set(key, now);
        if (now.exact.length < fewest || now.more.length < fewest) return [];
        // Said once where what was asked for comes after what was too much.
        if (one === undefined && before.exact.length === fewest) return [];
        return now.more.slice(-1).map((more) => broken(id, findingOf(more, now.exact.slice(-1))));
      },
      end: () => [],
    };
  },
});

const withExact = (known: Known, exchange: number): Known => ({
  ...known,
  exact: [...known.exact, exchange].slice(-fewest),
});

const withMore = (known: Known, carried: Carried, lines: readonly CountedLine[], exchange: number): Known => {
  const pointer = `/products/${lines.findIndex(({ id: line }) => line === carried.product)}/quantity`;
  return { ...known, more: [...known.more, { ...carried, pointer, exchange }].slice(-fewest) };
};

interface Both extends AskedBasket {
  readonly lines: readonly CountedLine[];
}

/** Undefined where it is none of a recalculation, or where something in it is short. */
const bothOf = (exchange: Exchange): Both | undefined => {
  if (exchange.call.name !== 'recalculation' || isPartlyKept(exchange.request.body)) return undefined;
  const asked = askedBasketIn(exchange);
  const basket = answeredBasket(exchange);
  const lines = basket && countedLines(basket.lines);
  if (asked === undefined || lines === undefined || lines.some(({ hasError }) => hasError)) return undefined;
  return contentsOf(asked.quantities) === '' ? undefined : { ...asked, lines };
};

/** What an offer may depend on: the products and the codes. */
const keyOf = (request: JsonObject, quantities: Quantities): string =>
  shortened(`${contentsOf(quantities)} ${JSON.stringify(codesAsked(request))}`);

const findingOf = ({ product, quantity, carries, pointer, exchange }: More, exact: readonly number[]): Finding => ({
  message:
    'More of a product was answered than was asked for, though the same products, asked for in the same way, have been answered with just so many; a request says what a basket holds from then on, not what is added to it.',
  expected: `"${product}" with quantity ${quantity}`,
  actual: `"${product}" with quantity ${carries}`,
  pointer,
  exchanges: [...exact, exchange],
  cause: 'more than was asked for',
});
