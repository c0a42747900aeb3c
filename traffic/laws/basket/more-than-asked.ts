import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import { shortened } from '../../retention/shortened.ts';
import { broken, defineMerchantLaw } from '../define.ts';
import { createMemory } from '../memory.ts';
import { answeredBasket, type CountedLine, countedLines, linesIn, objectsIn } from './answers.ts';

const id = 'recalculation/change-reflected';

/** So often each: once may be a change of what the shop sells in packs. */
const fewest = 2;

interface Known {
  /** Exchanges whose answers hold what was asked for, and no more. */
  readonly exact: readonly number[];
  readonly more: readonly number[];
}

/**
 * Endpoints › Merchant-hosted › 2: what cannot be fully accommodated is answered with the part that is available. Nothing is
 * said of more than was asked for, which packs and least quantities come to, and so does the same request each time; where
 * it was answered with just so many as well, in whichever basket, no pack explains the rest.
 */
export const moreThanAsked = defineMerchantLaw({
  id: 'basket/more-than-asked',
  covers: [id],
  start: ({ budget }) => {
    const asked = createMemory<Known>(budget, { most: 2_000 });
    return {
      see(exchange) {
        const both = bothOf(exchange);
        if (both === undefined) return [];
        const { request, wanted, lines } = both;
        const carried = totals(lines.filter(({ isFree }) => !isFree));
        const carries = [...wanted].map(([product, quantity]) => ({
          product,
          quantity,
          carries: carried.get(product) ?? 0,
        }));
        if (carries.some((one) => one.carries < one.quantity)) return [];
        const more = carries.find((one) => one.carries > one.quantity);
        const key = keyOf(request, wanted);
        const known = asked.get(key) ?? { exact: [], more: [] };
        const now =
          more === undefined
            ? { ...known, exact: [...known.exact, exchange.n].slice(-fewest) }
            : { ...known, more: [...known.more, exchange.n].slice(-fewest) };
        asked.set(key, now);
        if (more === undefined || now.exact.length < fewest || now.more.length < fewest) return [];
        return [broken(id, findingOf(more, lines, [...now.exact.slice(-1), exchange.n]))];
      },
      end: () => [],
    };
  },
});

interface Both {
  readonly request: JsonObject;
  readonly wanted: ReadonlyMap<string, number>;
  readonly lines: readonly CountedLine[];
}

/** Undefined where it is none of a recalculation, or where something in it is short. */
const bothOf = (exchange: Exchange): Both | undefined => {
  const { body } = exchange.request;
  if (exchange.call.name !== 'recalculation' || isPartlyKept(body)) return undefined;
  const request: unknown = body.json.ok ? body.json.value : undefined;
  const products = isObject(request) ? linesIn(request) : undefined;
  const wanted = products && countedLines(products);
  const basket = answeredBasket(exchange);
  const lines = basket && countedLines(basket.lines);
  if (!isObject(request) || wanted === undefined || lines === undefined || lines.some(({ hasError }) => hasError))
    return undefined;
  const quantities = [...totals(wanted)].filter(([, quantity]) => quantity > 0);
  return quantities.length === 0 ? undefined : { request, wanted: new Map(quantities), lines };
};

const totals = (lines: readonly CountedLine[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const line of lines) sums.set(line.id, (sums.get(line.id) ?? 0) + line.quantity);
  return sums;
};

/** What an offer may depend on: the products, the codes, and whether somebody is logged in. */
const keyOf = ({ price, loggedUser }: JsonObject, wanted: Both['wanted']): string => {
  const codes = isObject(price) ? (objectsIn(price['discounts']) ?? []).map(({ code }) => code) : [];
  const products = [...wanted].map((one) => JSON.stringify(one)).toSorted();
  return shortened(JSON.stringify([products, codes, loggedUser === undefined]));
};

const findingOf = (
  { product, quantity, carries }: { readonly product: string; readonly quantity: number; readonly carries: number },
  lines: readonly CountedLine[],
  exchanges: readonly number[],
): Finding => ({
  message:
    'More of a product was answered than was asked for, though the same products, asked for in the same way, have been answered with just so many; a request says what a basket holds from then on, not what is added to it.',
  expected: `"${product}" with quantity ${quantity}`,
  actual: `"${product}" with quantity ${carries}`,
  pointer: `/products/${lines.findIndex((line) => line.id === product)}/quantity`,
  exchanges,
  cause: 'more than was asked for',
});
