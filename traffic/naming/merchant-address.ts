import { merchantCall, type MerchantCall } from '#schemas';
import type { Exchange } from '../exchange.ts';

/** A configured URL with parameters added. Its own query is left as written: rewriting it could change its meaning. */
export const withQuery = (url: string, parameters: Readonly<Record<string, string | undefined>>): string => {
  const [address = ''] = url.split('#', 1);
  const added = Object.entries(parameters).flatMap(([name, value]) =>
    // encodeURIComponent also covers + / = of checkpoints, which a form decoder would otherwise read as spaces.
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  if (added.length === 0) return address;
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${separator}${added.join('&')}`;
};

export interface Address {
  readonly name: MerchantCall;
  /** How many tell it from others. */
  readonly parameters: number;
  readonly isOf: (request: Exchange['request']) => boolean;
}

/** A configured address, with the query it was configured with and what marks the call; absent: no call goes there. */
export const toAddress = (name: MerchantCall, configured: string | undefined): readonly Address[] => {
  if (configured === undefined || !URL.canParse(configured)) return [];
  const { method, marked = {} } = merchantCall(name);
  const { origin, pathname, searchParams } = new URL(configured);
  const wanted = [...searchParams, ...Object.entries(marked)];
  const isOf: Address['isOf'] = (request) => {
    if (request.method !== method || !URL.canParse(request.url, origin)) return false;
    const called = new URL(request.url, origin);
    return (
      called.origin === origin &&
      called.pathname === pathname &&
      wanted.every(([key, value]) => called.searchParams.getAll(key).includes(value))
    );
  };
  return [{ name, parameters: wanted.length, isOf }];
};
