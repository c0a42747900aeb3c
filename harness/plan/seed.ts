import { misuse } from '../config/usage-error.ts';

/** fast-check and faker both take a 32-bit seed. */
const seeds = 2 ** 31;

export const drawSeed = (random: () => number): number => Math.floor(random() * seeds);

/** The shards of one run must have one seed: without any given, what their common configuration comes to. */
export const seedOfShards = (configuration: string): number => Number.parseInt(configuration.slice(0, 7), 16);

export const seedFrom = (given: string | undefined, random: () => number): number => {
  if (given === undefined) return drawSeed(random);
  const seed = Number(given);
  if (/^-?\d+$/.test(given) && seed >= -seeds && seed < seeds) return seed;
  throw misuse('--seed', `"${given}" is not a seed. Give a whole number from ${-seeds} to ${seeds - 1}.`);
};
