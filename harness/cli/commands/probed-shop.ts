import { request } from 'undici';
import { withQuery } from '#traffic';
import { misuse } from '../../config/usage-error.ts';
import type { KnownMerchant } from './init-template.ts';

const paths = {
  basketUrl: 'basket',
  recalculateUrl: 'recalculate',
  orderUrl: 'order',
  catalogueUrl: 'catalogue',
} as const;
export type AddressKey = keyof typeof paths;
export const addressKeys = Object.keys(paths) as readonly AddressKey[];

const below = (base: string, path: string): string => {
  const [folder = '', query] = base.split('?', 2);
  const under = (place: string) => `${place.replace(/\/$/, '')}/${path}`;
  if (query === undefined) return new URL(under(folder)).href;
  // ?rest_route=/shop: the path is in the query.
  const route = /(?<==)(?:\/|%2F)[^&]*/iu;
  return route.test(query) ? `${folder}?${query.replace(route, under)}` : `${under(folder)}?${query}`;
};

export const addressesUnder = (base: string): Record<AddressKey, string> => {
  const entries = addressKeys.map((key) => [key, below(base, paths[key])] as const);
  return Object.fromEntries(entries) as Record<AddressKey, string>;
};

/** A shop of which only an address is known: what the four answer that a shop often has below it. */
export const probedShop = async (base: string): Promise<KnownMerchant> => {
  const url = URL.parse(base);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw misuse('--url', `"${base}" is not an address. Give a whole http:// or https:// URL.`);
  }
  const addresses = addressesUnder(base);
  const nowhere = await get(below(base, 'no-such-address-of-yours'));
  const remarks = await Promise.all(
    addressKeys.map(async (key) => [key, remarkOn(key, await get(asked[key](addresses[key])), nowhere)] as const),
  );
  return { name: url.hostname, ...addresses, basketIds: [], remarks: Object.fromEntries(remarks) };
};

/** A GET places no order and changes no basket, whichever of the four addresses it goes to. */
const asked: Record<AddressKey, (address: string) => string> = {
  basketUrl: (address) => withQuery(address, { basketId: 'no-such-basket' }),
  recalculateUrl: (address) => address,
  orderUrl: (address) => address,
  catalogueUrl: (address) => withQuery(address, { limit: '1' }),
};

type Answered =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'silent'; readonly why: string };

const get = async (address: string): Promise<Answered> => {
  try {
    const { statusCode, body } = await request(address, { signal: AbortSignal.timeout(5000) });
    const { pathname, search } = new URL(address);
    // Pages of errors like to name what was asked for.
    const text = (await body.text()).replaceAll(pathname + search, '').replaceAll(pathname, '');
    return { kind: 'answered', status: statusCode, text };
  } catch (error) {
    return { kind: 'silent', why: (error as Error).message.replaceAll(/\s+/g, ' ') };
  }
};

const remarkOn = (key: AddressKey, answer: Answered, nowhere: Answered): string => {
  if (answer.kind === 'silent') return `did not answer: ${answer.why}`;
  const { status, text } = answer;
  if (status === 401 || status === 403) return `answered ${status}: set merchant.headers`;
  const isNowhere = nowhere.kind === 'answered' && nowhere.status === status && nowhere.text === text;
  if (key === 'recalculateUrl' || key === 'orderUrl')
    // What takes POST only often says of a GET that nothing is there; a POST is not for us to try.
    return isNowhere || status === 404
      ? 'takes POST, so that a GET does not tell whether it is there'
      : `answered ${status} to GET`;
  if (isNowhere) return `answered ${status}, as an address that is not there does: probably another path`;
  return `answered ${status}${key === 'basketUrl' && status >= 400 && status < 500 ? ' for a basket that does not exist' : ''}`;
};
