import { listingsSync } from '../../arrange/till/commands.ts';
import { menuToldLast } from '../../arrange/till/menu-told.ts';
import type { ChoosingWorld } from '../../arrange/sampling.ts';
import { type Answered, ask, type CommandWorld, type Unanswered } from '../../arrange/till/command-answer.ts';
import { type ReadListings, readListings } from '../../arrange/till/read-results.ts';
import { isSameJson, mentions, standsIn } from '../../arrange/json-compare.ts';

export type Checkpoint = Readonly<Record<string, unknown>>;

export interface Synced extends ReadListings {
  readonly kind: 'synced';
  readonly exchange: number;
}

/** The whole menu, as it was told just before where time is short. */
export const knownMenu = async (world: CommandWorld & ChoosingWorld): Promise<Synced | Unanswered> => {
  const told = menuToldLast(world);
  return told ? { kind: 'synced', ...readListings(told.body), exchange: told.exchange } : await sync(world, null);
};

/** Listings changed since a checkpoint, which goes back just as it came; null asks for all. */
export const sync = async (world: CommandWorld, checkpoint: Checkpoint | null): Promise<Synced | Unanswered> => {
  const answer: Answered | Unanswered = await ask(world, listingsSync(checkpoint));
  if (answer.kind !== 'answered') return answer;
  return { kind: 'synced', ...readListings(answer.body), exchange: answer.exchange };
};

/** All elements that tell of a listing. */
export const standing = ({ listings = [] }: Synced, listingId: string): readonly unknown[] =>
  listings.filter((listing) => standsIn(listing, listingId));

/** A listing as the last of those that a sync brought shows it. */
export const syncedListing = (listings: readonly unknown[] | undefined, listingId: string): unknown =>
  listings?.findLast((listing) => mentions(listing, listingId));

/** All that was pushed of a listing. */
export const listingsOf = (pushed: unknown, listingId: string): readonly unknown[] =>
  Array.isArray(pushed) ? pushed.filter((listing) => mentions(listing, listingId)) : [];

/** Whether something was pushed of a listing, and each time just as it had been synced. */
export const isAsSynced = (pushed: readonly unknown[], known: unknown): boolean =>
  known !== undefined && pushed.length > 0 && pushed.every((listing) => isSameJson(listing, known));
