import { type Config, merchantAddresses, type MerchantTarget } from '#schemas';
import { UsageError } from './usage-error.ts';

/** The configured merchant, with at least one address, each of which is an absolute http(s) URL. */
export const merchantTarget = (config: Config, file: string): MerchantTarget => {
  const { merchant } = config;
  const given = merchantAddresses.filter((key) => merchant?.[key] !== undefined);
  if (merchant === undefined || given.length === 0) {
    throw new UsageError(
      `${file}: merchant.basketUrl is missing, so there is nothing to certify. Give at least one of ${merchantAddresses.map((key) => `merchant.${key}`).join(', ')}.`,
      'merchant.basketUrl',
    );
  }
  for (const key of given) checkAddress(`merchant.${key}`, merchant[key] ?? '', file);
  return merchant;
};

const checkAddress = (key: string, address: string, file: string): void => {
  const url = URL.parse(address);
  if (url !== null && ['http:', 'https:'].includes(url.protocol) && url.hostname !== '') return;
  throw new UsageError(`${file}: ${key}: "${address}" is not an address. Give a whole http:// or https:// URL.`, key);
};
