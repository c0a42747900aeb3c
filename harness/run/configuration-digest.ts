import { createHash } from 'node:crypto';
import { type Config, merchantAddresses } from '#schemas';
import type { Redactor } from '#traffic';

/** What may differ between machines that run the shards of one run: where they listen, and where their files lie. */
const ofTheMachine: readonly string[] = [
  'merchant.tls',
  'merchant.signature.module',
  'merchant.signature.responses.module',
  'platform.listen',
  'platform.controlListen',
  'platform.publicUrl',
  'platform.signature.module',
  'platform.signature.responses.module',
];
const digits = 16;

/**
 * What a configuration comes to, for telling whether two are the same. Secrets may be renewed from shard to shard and take
 * no part; where the target is does, even if it came from the environment, but not the credentials in its address.
 */
export const configurationDigest = (config: Config, { value }: Pick<Redactor, 'value'>): string => {
  const told = JSON.stringify([without(ofTheMachine, value(config)), addressesOf(config)]);
  return createHash('sha256').update(told).digest('hex').slice(0, digits);
};

const without = (paths: readonly string[], part: unknown, at = ''): unknown => {
  if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, inner]) =>
      paths.includes(`${at}${key}`) ? [] : [[key, without(paths, inner, `${at}${key}.`)]],
    ),
  );
};

const addressesOf = ({ merchant = {} }: Config): readonly string[] =>
  merchantAddresses.map((key) => {
    const { origin = '', pathname = '' } = URL.parse(merchant[key] ?? '') ?? {};
    return origin + pathname;
  });
