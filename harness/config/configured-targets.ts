import { type Config, type PosTarget, merchantAddresses, type MerchantTarget } from '#schemas';
import { UsageError } from './usage-error.ts';
import { variablesIn } from './template.ts';

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

/** The configured till, described under `key`: without the tax id of its merchant no PIN could be issued for it. */
export const tillTarget = (
  config: Config,
  file: string,
  key = 'pos',
): PosTarget & { readonly merchantTaxId: string } => {
  const { pos = {} } = config;
  const { merchantTaxId } = pos;
  if (merchantTaxId === undefined || merchantTaxId === '') {
    throw new UsageError(
      `${file}: ${key}.merchantTaxId is missing. Give the tax id the till activates with.`,
      `${key}.merchantTaxId`,
    );
  }
  if (pos.command !== undefined && pos.image !== undefined) {
    throw new UsageError(
      `${file}: ${key}.command and ${key}.image are both given. Give one of them, or neither.`,
      `${key}.image`,
    );
  }
  return { ...pos, merchantTaxId };
};

type Started = Partial<Readonly<Record<'command' | 'image', string | undefined>>>;

/** Whether a till we start is given its PIN as it starts. */
export const activatesItself = ({ command, image }: Started): boolean =>
  image !== undefined || (command !== undefined && variablesIn(command).includes('pinCode'));

/** Whether the till ends with the process of its command: what these start runs elsewhere. */
export const endsWithCommand = ({ command = 'ssh' }: Started): boolean =>
  !/\b(?:docker|podman|nerdctl|kubectl|ssh|systemctl)\b/u.test(command);

/** The platform to certify and its control driver, without trailing slashes; undefined is our own mock. */
export interface PlatformTarget {
  readonly url: string;
  readonly controlUrl: string;
}

export const platformTarget = ({ platform = {} }: Config, file: string): PlatformTarget | undefined => {
  const { url, controlUrl } = platform;
  if (url === undefined && controlUrl === undefined) return undefined;
  if (url !== undefined && controlUrl !== undefined) return { url: bare(url), controlUrl: bare(controlUrl) };
  const [missing, given] = url === undefined ? ['url', 'controlUrl'] : ['controlUrl', 'url'];
  throw new UsageError(
    `${file}: platform.${given} is given and platform.${missing} is missing. Give both, or neither to certify our own mock.`,
    `platform.${missing}`,
  );
};

const bare = (url: string): string => url.replace(/\/+$/, '');
