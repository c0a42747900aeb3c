import type { CheckOutcome } from '#schemas';
import { unanswered } from '../../arrange/till/command-answer.ts';
import { eventually } from '../../arrange/eventually.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { excerpt, mentions } from '../../arrange/json-compare.ts';
import { failed, passed } from '../../outcome.ts';
import type { PosWorld } from '../../context/pos.ts';
import { sync, type Synced } from './listings-sync.ts';

/** Whoever sends one at a time is done by then. */
const mostSyncs = 4;

/**
 * Menu sync: all that changed after the checkpoint comes. The one further down the menu changes first, so that whoever sends
 * one of two, and the rest with the next sync, is told from whoever loses it. Undefined where nothing was changed.
 */
export const bothAtOnce = async (
  world: PosWorld<never>,
  { checkpoint, exchange: before }: Synced,
  ids: readonly [string, string],
  change: (listingId: string) => Promise<boolean>,
): Promise<CheckOutcome | undefined> => {
  if (checkpoint === undefined || isLeftOut(world, 'two listings that change at once')) return undefined;
  for (const id of ids) if (!(await change(id))) return undefined;
  const isAll = (listed: unknown): boolean => ids.every((id) => mentions(listed, id));
  let synced = await eventually(
    world,
    () => sync(world, checkpoint),
    (seen) => seen.kind !== 'synced' || isAll(seen.listings),
  );
  const listed: unknown[] = [];
  const exchanges: number[] = [before];
  for (let syncs = 0; syncs < mostSyncs && synced.kind === 'synced'; syncs++) {
    listed.push(...(synced.listings ?? []));
    exchanges.push(synced.exchange);
    if (isAll(listed)) return passed;
    if (listed.length === 0 || synced.checkpoint === undefined) break;
    synced = await sync(world, synced.checkpoint);
  }
  if (synced.kind !== 'synced') return unanswered(synced);
  return failed({
    message:
      'Two listings changed between two syncs, and the next sync, with all that its checkpoint leads to, lacks one of them; list everything that has changed after the checkpoint that was sent.',
    expected: `listings ${excerpt(ids)}`,
    actual: `without ${excerpt(ids.filter((id) => !mentions(listed, id)))}`,
    pointer: '/listings',
    exchanges,
    cause: 'one of two changed listings lacking',
  });
};
