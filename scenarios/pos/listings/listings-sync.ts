import { listingsSync } from '../../arrange/till/commands.ts';
import { type Answered, ask, type CommandWorld, type Unanswered } from '../../arrange/till/command-answer.ts';
import { type ReadListings, readListings } from '../../arrange/till/read-results.ts';

export type Checkpoint = Readonly<Record<string, unknown>>;

export interface Synced extends ReadListings {
  readonly kind: 'synced';
  readonly exchange: number;
}

/** Listings changed since a checkpoint, which goes back just as it came; null asks for all. */
export const sync = async (world: CommandWorld, checkpoint: Checkpoint | null): Promise<Synced | Unanswered> => {
  const answer: Answered | Unanswered = await ask(world, listingsSync(checkpoint));
  if (answer.kind !== 'answered') return answer;
  return { kind: 'synced', ...readListings(answer.body), exchange: answer.exchange };
};
