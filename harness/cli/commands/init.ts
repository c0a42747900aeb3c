import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultConfigFile } from '../../config/default-files.ts';
import { misuse, UsageError } from '../../config/usage-error.ts';
import type { CommandArgs } from '../args.gen.ts';
import { type KnownMerchant, merchantTemplate, tillTemplate } from './init-template.ts';
import { type AddressKey, addressesUnder, addressKeys, probedShop } from './probed-shop.ts';
import { columns } from '../terminal/columns.ts';
import type { CliContext } from '../cli-context.ts';

/** Writes a configuration to start from: what `--url` or its author says is filled in, the rest is explained. */
export const writeConfig = async (args: CommandArgs['init'], context: CliContext): Promise<number> => {
  const { suite } = args;
  const file = args.config ?? defaultConfigFile;
  const path = resolve(context.cwd, file);
  if (existsSync(path) && !args.force) {
    throw new UsageError(`${file} exists already. --force overwrites it, --config FILE writes another.`, '--force');
  }
  const text = suite === 'pos' ? await tillText(args, context) : await merchantText(args, context);
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`, '--config');
  }
  context.printer.out(`Wrote ${file}. Fill in what is missing, then: conformance doctor ${suite}`);
  return 0;
};

const merchantText = async ({ url }: CommandArgs['init'], context: CliContext): Promise<string> =>
  merchantTemplate(url === undefined ? await asked(context) : await tried(url, context));

const tried = async (url: string, { printer }: CliContext): Promise<KnownMerchant> => {
  const shop = await probedShop(url);
  printer.out(columns(addressKeys.map((key) => [`merchant.${key}`, shop[key], shop.remarks?.[key] ?? ''])));
  return shop;
};

const tillText = async ({ url }: CommandArgs['init'], { ask }: CliContext): Promise<string> => {
  if (url !== undefined) {
    throw misuse('--url', 'a till calls the platform and has no address. Leave it out.');
  }
  const answer = async (question: string, otherwise: string): Promise<string> =>
    (await ask?.(question))?.trim() || otherwise;
  return tillTemplate({
    name: await answer('Name of the till: ', 'My till'),
    merchantTaxId: await answer('Tax id it activates with [5250000001]: ', '5250000001'),
  });
};

const exampleBase = 'https://shop.example/';

const asked = async ({ ask }: CliContext): Promise<KnownMerchant> => {
  const guesses = addressesUnder(exampleBase);
  if (ask === undefined) return { name: 'My shop', ...guesses, basketIds: [] };
  const name = (await ask('Name of the shop: ')).trim();
  const addresses: Record<AddressKey, string> = { ...guesses };
  for (const key of addressKeys)
    addresses[key] = (await ask(`merchant.${key} [${guesses[key]}]: `)).trim() || guesses[key];
  const basketIds = (await ask('Ids of baskets that can be retrieved, with commas between: ')).split(',');
  return {
    name: name || 'My shop',
    ...addresses,
    basketIds: basketIds.map((id) => id.trim()).filter((id) => id !== ''),
  };
};
