import type { MerchantCall } from '#schemas';
import type { Exchange } from '../exchange.ts';
import { isObject } from '../json.ts';

/** An address of a merchant that nobody configured, told by what is called there. */
export interface Guessed {
  readonly name: MerchantCall;
  /** Without its query. */
  readonly address: string;
}

/** Which of the merchant's calls this looks like, by its parameters and its bodies; undefined for every other. */
export const guessMerchantCall = ({ request, response }: Exchange): Guessed | undefined => {
  const { method, url, body } = request;
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname, searchParams } = new URL(url);
  const address = `${origin}${pathname}`;
  const answer = response?.body.json.ok === true ? response.body.json.value : undefined;
  if (method === 'GET') {
    if (searchParams.has('basketId')) return { name: 'retrieval', address };
    const isPage = isObject(answer) && Array.isArray(answer['products']) && typeof answer['currency'] === 'string';
    return isPage ? { name: 'catalogue', address } : undefined;
  }
  const sent = body.json.ok ? body.json.value : undefined;
  if (method !== 'POST' || !isObject(sent)) return undefined;
  if (typeof sent['oaOrderId'] === 'string' && isObject(sent['basket'])) return { name: 'order', address };
  // A basket that expires is no reduced one.
  const isReduced = Array.isArray(sent['products']) && typeof sent['id'] === 'string' && !('expiresAt' in sent);
  if (!isReduced) return undefined;
  return { name: searchParams.getAll('lock').includes('true') ? 'lock' : 'recalculation', address };
};
