import type { MerchantCall } from '#schemas';
import type { Exchange } from '../exchange.ts';
import { isObject, type JsonObject } from '../json.ts';

/** An address of a merchant that nobody configured, told by what is called there. */
export interface Guessed {
  readonly name: MerchantCall;
  /** Without its query. */
  readonly address: string;
}

/** A shop has a few; a capture of a browser has the addresses of many others. */
const mostKnown = 100;

/**
 * Which of the merchant's calls an exchange looks like, by its parameters and its bodies; undefined for every other. Shops and
 * those who count their visitors send products around as well, so that it takes an answer in the words of the specification
 * to know an address; from then on it may answer anything.
 */
export const createGuesser = (): ((exchange: Exchange) => Guessed | undefined) => {
  const known = new Set<string>();
  return (exchange) => {
    const { method, url, body } = exchange.request;
    if (!URL.canParse(url)) return undefined;
    const { origin, pathname, searchParams } = new URL(url);
    const address = `${origin}${pathname}`;
    const asTold = (name: MerchantCall, isTold: boolean): Guessed | undefined => {
      const key = `${name} ${address}`;
      if (isTold && known.size < mostKnown) known.add(key);
      return isTold || known.has(key) ? { name, address } : undefined;
    };
    const answer = exchange.response?.body;
    const told = answer?.json.ok === true ? answer.json.value : undefined;
    if (method === 'GET') {
      if (!searchParams.has('basketId')) return asTold('catalogue', isPage(told, searchParams));
      // What was not kept is judged by nobody, and counts as that.
      const isUnkept = answer?.truncated === true && Math.floor((exchange.response?.status ?? 0) / 100) !== 3;
      return isUnkept ? { name: 'retrieval', address } : asTold('retrieval', isBasket(told));
    }
    const sent = body.json.ok ? body.json.value : undefined;
    if (method !== 'POST' || !isObject(sent)) return undefined;
    if (typeof sent['oaOrderId'] === 'string' && isObject(sent['basket'])) return { name: 'order', address };
    if (!isReducedBasket(sent)) return undefined;
    return { name: searchParams.getAll('lock').includes('true') ? 'lock' : 'recalculation', address };
  };
};

/** One that expires is no reduced one; whoever only counts what is bought sends no price of the basket. */
const isReducedBasket = (sent: JsonObject): boolean =>
  Array.isArray(sent['products']) &&
  typeof sent['id'] === 'string' &&
  isObject(sent['price']) &&
  !('expiresAt' in sent);

/** However broken it is, it has most of what a basket has. */
const isBasket = (answer: unknown): boolean =>
  isObject(answer) && ['price', 'products', 'deliveryOptions', 'expiresAt'].filter((name) => name in answer).length > 1;

const isPage = (answer: unknown, asked: URLSearchParams): boolean => {
  if (!isObject(answer) || !Array.isArray(answer['products']) || typeof answer['currency'] !== 'string') return false;
  const products: readonly unknown[] = answer['products'];
  const isLast = products.length === 0 && (asked.has('limit') || asked.has('checkpoint'));
  return (
    isLast || 'nextCheckpoint' in answer || products.some((one) => isObject(one) && Array.isArray(one['variants']))
  );
};
