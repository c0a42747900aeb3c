import { readFileSync } from 'node:fs';
import { defaultPaths, type MerchantAddress } from '#schemas';
import { reportFormats } from '#reports';

/** What is known when a configuration is written; the rest stays for its author to fill in. */
export interface KnownMerchant extends Readonly<Record<MerchantAddress, string>> {
  readonly name: string;
  readonly basketIds: readonly string[];
  /** A remark on an address, such as what it answered when it was tried. */
  readonly remarks?: Readonly<Partial<Record<string, string>>>;
}

export interface KnownTill {
  readonly name: string;
  readonly merchantTaxId: string;
}

/** A configuration that works once what is known of the target is right; each comment says what a key unlocks. */
const template = (suite: 'merchant' | 'pos', known: Readonly<Record<string, string>>): string => {
  const text = readFileSync(new URL(`init-${suite}.yaml`, import.meta.url), 'utf8');
  const values: Readonly<Record<string, string>> = { ...known, formats: reportFormats.join(', ') };
  return text.replaceAll(/@(\w+)@/g, (whole, key: string) => values[key] ?? whole);
};

export const merchantTemplate = ({ remarks = {}, ...known }: KnownMerchant): string =>
  template(
    'merchant',
    Object.fromEntries(
      Object.entries(known).map(([key, value]) => [
        key,
        [JSON.stringify(value), ...(remarks[key] === undefined ? [] : [`   # ${remarks[key]}`])].join(''),
      ]),
    ),
  );

export const tillTemplate = ({ name, merchantTaxId }: KnownTill): string =>
  template('pos', { name: JSON.stringify(name), merchantTaxId: JSON.stringify(merchantTaxId), ...defaultPaths });
