import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { request } from 'undici';
import { defaultConfigFile } from '../../config/default-files.ts';
import { UsageError } from '../../config/usage-error.ts';
import { type KnownMerchant, merchantTemplate } from './init-template.ts';
import { tillTemplate } from './init-till-template.ts';
import type { CliContext } from '../cli-context.ts';

export interface InitArgs {
  readonly suite: 'merchant' | 'pos';
  readonly config: string | undefined;
  readonly url: string | undefined;
  readonly force: boolean;
}

/** Writes a configuration to start from: what `--url` or its author says is filled in, the rest is explained. */
export const writeConfig = async (args: InitArgs, context: CliContext): Promise<number> => {
  const { suite } = args;
  const file = args.config ?? defaultConfigFile;
  const path = resolve(context.cwd, file);
  if (existsSync(path) && !args.force) {
    throw new UsageError(`${file} exists already. --force overwrites it, --config FILE writes another.`, {
      key: '--force',
    });
  }
  const text = suite === 'pos' ? await tillText(args, context) : await merchantText(args, context);
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`, { key: '--config' });
  }
  context.printer.out(`Wrote ${file}. Fill in what is missing, then: conformance doctor ${suite}`);
  return 0;
};

const merchantText = async ({ url }: InitArgs, context: CliContext): Promise<string> =>
  merchantTemplate(url === undefined ? await asked(context) : await probed(url));

const tillText = async ({ url }: InitArgs, { ask }: CliContext): Promise<string> => {
  if (url !== undefined) {
    throw new UsageError('--url: a till calls the platform and has no address. Leave it out.', { key: '--url' });
  }
  const answer = async (question: string, otherwise: string): Promise<string> =>
    (await ask?.(question))?.trim() || otherwise;
  return tillTemplate({
    name: await answer('Name of the till: ', 'My till'),
    merchantTaxId: await answer('Tax id it activates with [5250000001]: ', '5250000001'),
  });
};

const paths = {
  basketUrl: 'basket',
  recalculateUrl: 'recalculate',
  orderUrl: 'order',
  catalogueUrl: 'catalogue',
} as const;
type AddressKey = keyof typeof paths;
const keys = Object.keys(paths) as readonly AddressKey[];
const exampleBase = 'https://shop.example/';

const under = (base: string): Record<AddressKey, string> => {
  const folder = base.endsWith('/') ? base : `${base}/`;
  const entries = keys.map((key) => [key, new URL(paths[key], folder).href] as const);
  return Object.fromEntries(entries) as Record<AddressKey, string>;
};

const asked = async ({ ask }: CliContext): Promise<KnownMerchant> => {
  const guesses = under(exampleBase);
  if (ask === undefined) return { name: 'My shop', ...guesses, basketIds: [] };
  const name = (await ask('Name of the shop: ')).trim();
  const addresses: Record<AddressKey, string> = { ...guesses };
  for (const key of keys) addresses[key] = (await ask(`merchant.${key} [${guesses[key]}]: `)).trim() || guesses[key];
  const basketIds = (await ask('Ids of baskets that can be retrieved, with commas between: ')).split(',');
  return {
    name: name || 'My shop',
    ...addresses,
    basketIds: basketIds.map((id) => id.trim()).filter((id) => id !== ''),
  };
};

const probed = async (base: string): Promise<KnownMerchant> => {
  const url = URL.parse(base);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`--url: "${base}" is not an address. Give a whole http:// or https:// URL.`, { key: '--url' });
  }
  const addresses = under(base);
  const remarks = await Promise.all(keys.map(async (key) => [key, await answerTo(addresses[key])] as const));
  return { name: url.hostname, ...addresses, basketIds: [], remarks: Object.fromEntries(remarks) };
};

/** A GET places no order and changes no basket, whichever of the four addresses it goes to. */
const answerTo = async (address: string): Promise<string> => {
  try {
    const { statusCode, body } = await request(address, { signal: AbortSignal.timeout(5000) });
    await body.dump();
    if (statusCode === 404) return 'answered 404 to GET: probably another path';
    return `answered ${statusCode} to GET`;
  } catch (error) {
    return `did not answer: ${(error as Error).message.replaceAll(/\s+/g, ' ')}`;
  }
};
