import { createHash } from 'node:crypto';
import type { Config } from '#schemas';
import type { Redactor } from '#traffic';

/** What may differ between machines that run the shards of one run: where they listen, and where their files lie. */
const ofTheMachine: ReadonlySet<string> = new Set(['listen', 'controlListen', 'publicUrl', 'tls', 'module']);
const digits = 16;

/**
 * What a configuration comes to, for telling whether two are the same. Secrets may be renewed from shard to shard and take
 * no part; where the target is does, even if it came from the environment, but not the credentials in its address.
 */
export const configurationDigest = (config: Config, { value }: Pick<Redactor, 'value'>): string => {
  const told = JSON.stringify([value(config), addressesOf(config)], (key, part: unknown) =>
    ofTheMachine.has(key) ? undefined : part,
  );
  return createHash('sha256').update(told).digest('hex').slice(0, digits);
};

const addressesOf = ({ merchant = {} }: Config): readonly string[] =>
  [merchant.basketUrl, merchant.recalculateUrl, merchant.orderUrl, merchant.catalogueUrl].map((url) => {
    const { origin = '', pathname = '' } = url === undefined ? {} : (URL.parse(url) ?? {});
    return origin + pathname;
  });
