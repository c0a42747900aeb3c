import type { ShardOf } from '#schemas';
import { misuse } from '../config/usage-error.ts';

/** With what it ends where nothing is missing but what other shards run. */
export type Shard = Readonly<ShardOf>;

/** `--shard 2/3 --shard-exit 0`. */
export const shardFrom = (given: string | undefined, exit?: number): Shard | undefined => {
  if (given === undefined) return undefined;
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(given) ?? [];
  const shard = { index: Number(index), of: Number(of), ...(exit === 0 && ({ exit } as const)) };
  if (shard.index >= 1 && shard.index <= shard.of) return shard;
  throw misuse('--shard', `"${given}" is not a shard. Give i/n with i from 1 to n, such as 1/3.`);
};
