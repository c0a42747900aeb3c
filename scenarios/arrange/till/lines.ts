import { lineIdOf } from '#traffic/laws';
import type { CheckOutcome } from '#schemas';
import { notExercised, Unmet, unmet } from '../../outcome.ts';
import type { PosWorld } from '../../context/pos.ts';
import { isSameJson, newAmong, sameElements } from '../json-compare.ts';
import { atTable } from './commands.ts';
import { shownWith } from './just-seen.ts';
import { changeTable } from './table-change.ts';
import { submitOne } from './orders.ts';
import { unreached } from './command-answer.ts';
import { letTimePass, openTable, type OpenTable, seatAt, type TablePurpose } from './tables.ts';

/** A table to which two lines were added, one after the other. */
export interface TwoLines {
  readonly tableId: string;
  /** Before them, with one, and with both. */
  readonly seats: readonly [OpenTable, OpenTable, OpenTable];
  readonly ids: readonly [string, string];
}

/** Only of the lines just ordered is it certain that they are still to be paid. */
export const addTwoLines = async (world: PosWorld<never>, purpose: TablePurpose): Promise<TwoLines> => {
  const before = await openTable(world, purpose);
  const { inStock = [] } = world.fixtures.listings ?? {};
  const [first = '', second = ''] = inStock;
  const unlock = inStock.length < 2 ? 'pos.fixtures.listings.inStock' : 'assumptions.assume/unfinalised-shapes';
  const one = await withOneMore(world, before, first);
  const both = await withOneMore(world, one, second);
  const changed = newAmong(both.snapshot.lines ?? [], before.snapshot.lines ?? []).map(lineIdOf);
  // A line that was there may have grown, by the pieces just ordered or as a charge for service does.
  const added = newLineIds(before, both);
  const [id, other] = added.length < 2 ? changed : added;
  if (id === undefined || other === undefined || id === other)
    throw new Unmet(unseen([before, one, both]) ?? notExercised(untellable, unlock));
  return { tableId: before.tableId, seats: [before, one, both], ids: [id, other] };
};

const untellable = 'the lines of a table have no identifier that differs from line to line';

/** An order that was accepted, and that the table is not shown with. What totals are made of is not shown; they differ where it is. */
const unseen = (seats: TwoLines['seats']): CheckOutcome | undefined => {
  const isUnseen = seats.slice(1).some(({ snapshot: now }, index) => {
    const { snapshot: before } = seats[index] ?? {};
    return sameElements(now.lines ?? [], before?.lines ?? []) && isSameJson(now.totals, before?.totals);
  });
  return isUnseen ? notExercised('the till accepted an order at a table, but the table does not show it') : undefined;
};

/** Identifiers that no line of the table had before. */
export const newLineIds = (before: OpenTable, after: OpenTable): readonly string[] => {
  const known = (before.snapshot.lines ?? []).map(lineIdOf);
  return (after.snapshot.lines ?? []).flatMap((line) => lineIdOf(line) ?? []).filter((id) => !known.includes(id));
};

const withOneMore = async (world: PosWorld<never>, seat: OpenTable, listingId: string): Promise<OpenTable> =>
  (await addToTable(world, seat, listingId === '' ? [] : [listingId])) ??
  (await seatAt(world, seat.tableId, 'the snapshot'));

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
