import { createHash } from 'node:crypto';

export type Dice = ReturnType<typeof createDice>;

/** The same throws for the same seed, for ever. */
export const createDice = (seed: string) => {
  let throws = 0;
  const below = (end: number): number =>
    createHash('sha256').update(`${seed} ${throws++}`).digest().readUInt32BE() % end;
  return {
    below,
    pick: <Value>(values: readonly Value[]): Value => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('there is nothing to pick from');
      return value;
    },
  };
};
