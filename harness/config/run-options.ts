import { UsageError } from './usage-error.ts';

/** fast-check and faker both take a 32-bit seed. */
const seeds = 2 ** 31;

export const drawSeed = (random: () => number): number => Math.floor(random() * seeds);

/** The seed given, or a new one. */
export const seedFrom = (given: string | undefined, random: () => number): number => {
  if (given === undefined) return drawSeed(random);
  const seed = Number(given);
  if (/^-?\d+$/.test(given) && seed >= -seeds && seed < seeds) return seed;
  throw new UsageError(`--seed: "${given}" is not a seed. Give a whole number from ${-seeds} to ${seeds - 1}.`, {
    key: '--seed',
  });
};

export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** `--shard 2/3`. */
export const shardFrom = (given: string | undefined): Shard | undefined => {
  if (given === undefined) return undefined;
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(given) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new UsageError(`--shard: "${given}" is not a shard. Give i/n with i from 1 to n, such as 1/3.`, {
    key: '--shard',
  });
};
