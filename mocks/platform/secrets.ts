import type { Secrets } from '#traffic';
import type { Shops } from './engines/shops/shops.ts';
import type { State } from './state/state.ts';

/** Keys that were issued, and what goes with the calls to shops. */
export const secretsOf = ({ apiCredentials, queueCredentials }: State, shops: Shops): Secrets => {
  const settings = Array.from(shops.entries(), ([, shop]) => shop.settings);
  const values = [
    ...Array.from(apiCredentials.values(), ({ apiKey, secret }) => [apiKey, secret]),
    ...Array.from(queueCredentials.values(), ({ accessKeyId, secretAccessKey }) => [accessKeyId, secretAccessKey]),
    ...settings.map(({ signature: { apiKey, secret } = {} }) => [apiKey, secret]),
  ];
  return {
    values: values.flat().filter((value) => value !== undefined),
    headers: settings.map(({ headers = {} }) => headers),
  };
};
