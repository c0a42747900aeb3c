import { lineIdOf } from '#traffic/laws';
import type { OpenTable } from './read-results.ts';
import { Unmet, unmet } from '../../outcome.ts';
import type { PosWorld } from '../../context/pos.ts';
import { atTable } from './commands.ts';
import { shownWith } from './just-seen.ts';
import { changeTable } from './table-change.ts';
import { submitOne } from './orders.ts';
import { unreached } from './command-answer.ts';
import { letTimePass } from './tables.ts';

/** Identifiers that no line of the table had before. */
export const newLineIds = (before: OpenTable, after: OpenTable): readonly string[] => {
  const known = (before.snapshot.lines ?? []).map(lineIdOf);
  return (after.snapshot.lines ?? []).flatMap((line) => lineIdOf(line) ?? []).filter((id) => !known.includes(id));
};

/**
 * Has something added to a table that is to be paid later: by an order of ours, or by a waiter. Returns the table with it where the
 * answer shows that and there is no time to look.
 */
export const addToTable = async (
  world: PosWorld<never>,
  seat: OpenTable,
  listings: readonly string[] = (world.fixtures.listings?.inStock ?? []).slice(0, 1),
): Promise<OpenTable | undefined> => {
  await letTimePass(world, seat.snapshot);
  if (world.claims.postpaid && listings.length > 0) {
    let shown: OpenTable | undefined;
    for (const listingId of listings) {
      const added = await submitOne(world, { context: atTable(seat.tableId), listingId, prepaid: false, menu: [] });
      if (added.kind !== 'submitted') throw new Unmet(unreached(added, 'an order at the table'));
      if (added.result.success !== true) throw unmet('an order at the table was not accepted');
      shown = shownWith(world, seat, added);
    }
    return shown;
  }
  if (!world.triggers.has('changeTable'))
    throw unmet(
      'nothing could be added to the table',
      world.claims.postpaid ? 'pos.fixtures.listings.inStock' : 'triggers.changeTable',
    );
  const { pushed } = await changeTable(world, seat.tableId, 'POS_LINE_ADDED');
  if (pushed.kind === 'unmade') throw new Unmet(pushed.outcome);
  return undefined;
};
