import type { Secrets } from '#traffic';
import type { Shops } from './engines/shops/shops.ts';
import type { State } from './state/state.ts';

/** Keys and PINs that were issued, what goes with the calls to shops, and what the host has said. */
export const secretsOf = (
  { apiCredentials, queueCredentials, pins, retired }: State,
  shops: Shops,
  hidden: readonly string[],
): Secrets => {
  const settings = Array.from(shops.entries(), ([, shop]) => shop.settings);
  const values = [
    ...Array.from(apiCredentials.values(), ({ apiKey, secret }) => [apiKey, secret]),
    ...Array.from(queueCredentials.values(), ({ accessKeyId, secretAccessKey }) => [accessKeyId, secretAccessKey]),
    // A PIN that was used opens nothing.
    [...pins.entries()].flatMap(([pinCode, { consumed }]) => (consumed ? [] : [pinCode])),
    hidden,
    retired,
    ...settings.map(({ signature: { apiKey, secret } = {} }) => [apiKey, secret]),
    ...settings.map((shop) =>
      [shop.basketUrl, shop.recalculateUrl, shop.orderUrl, shop.catalogueUrl].flatMap(keysInQuery),
    ),
  ];
  return {
    values: values.flat().filter((value) => value !== undefined),
    headers: settings.map(({ headers = {} }) => headers),
  };
};

/** What may be a key in a configured address: hiding an ordinary word everywhere would destroy the text around it. */
const keysInQuery = (url: string | undefined): readonly string[] =>
  url === undefined || !URL.canParse(url)
    ? []
    : [...new URL(url).searchParams.values()].filter((value) => value.length >= 8 && /\d/.test(value));
