import { atTable, item, orderSubmission, paymentOf } from '../../arrange/till/commands.ts';
import { Unmet, unmet } from '../../outcome.ts';
import { ask, unreached } from '../../arrange/till/command-answer.ts';
import { notAccepting, priceOf } from '../../arrange/till/orders.ts';
import { readSubmission, type OpenTable } from '../../arrange/till/read-results.ts';
import { justSeen, shownWith } from '../../arrange/till/just-seen.ts';
import { look, openTable, snapshotIn, type TablePurpose } from '../../arrange/till/tables.ts';
import type { CommandToSend, PosWorld } from '../../context/pos.ts';
import { type ObservedChange, type Measures, measuresOf } from '../../arrange/till/order-effects.ts';
import { wasTaken } from './settlement.ts';

/** A table on which the effect of one order has been seen, so that two can be told from one. */
export interface MeasuredTable {
  readonly tableId: string;
  /** What one order changes. */
  readonly control: ObservedChange;
  /** The same order once more, as a new business operation. */
  order(): CommandToSend;
}

export const prepareTable = async (world: PosWorld<never>, purpose: TablePurpose): Promise<MeasuredTable> => {
  const { claims, fixtures } = world;
  const [listingId] = fixtures.listings?.inStock ?? [];
  if (!claims.STATION) throw unmet('no table is configured, and only a table shows what an order did');
  if (listingId === undefined) throw unmet('no listing in stock is configured', 'pos.fixtures.listings.inStock');
  const closed = notAccepting(world, 'STATION');
  if (closed !== undefined) throw unmet(closed);
  const seat = await openTable(world, purpose);
  const { tableId } = seat;
  const price = claims.postpaid ? undefined : await priceOf(world, listingId);
  if (!claims.postpaid && price === undefined) throw unmet('the price of a prepaid order is not known');
  const order = (): CommandToSend =>
    orderSubmission(atTable(tableId), [item(listingId)], price && paymentOf(price, world.clock.now()));
  // The first order may open a line that the later ones are added to: only the second shows what one more changes.
  const first = await applied(world, order, seat);
  const second = await applied(world, order, first.seat);
  return { tableId, control: { before: first.measures, after: second.measures }, order };
};

/** How the table is before something is done there, which is as it was seen last where time is short, and afterwards. */
export const createMeasuring = (world: PosWorld<never>, { tableId, control }: MeasuredTable) => {
  let seen = justSeen(world, control.after);
  return {
    async before(): Promise<Measures | undefined> {
      const known = seen;
      seen = undefined;
      return known ?? (await measured(world, tableId));
    },
    async after(): Promise<Measures | undefined> {
      const now = await measured(world, tableId);
      seen = justSeen(world, now);
      return now;
    },
  };
};

/** Undefined when the table cannot be read any more. */
export const measured = async (world: PosWorld<never>, tableId: string): Promise<Measures | undefined> => {
  const looked = await look(world, tableId);
  return measuresIn(looked);
};

export const measuresIn = (looked: Awaited<ReturnType<typeof look>>): Measures | undefined => {
  const snapshot = snapshotIn(looked);
  return snapshot && measuresOf(snapshot);
};

const applied = async (world: PosWorld<never>, order: () => CommandToSend, seat: OpenTable) => {
  const answer = await ask(world, order());
  if (answer.kind !== 'answered') throw new Unmet(unreached(answer, 'an order'));
  if (!wasTaken(world, answer.sent))
    throw unmet(
      'the platform accepts no result of an order from this till, so repeats cannot be judged (see submission/result-body and queue/callback-address)',
    );
  const result = readSubmission(answer.body);
  if (result.success !== true)
    throw unmet('an order of a listing in stock was not accepted', 'pos.fixtures.listings.inStock');
  const shown = shownWith(world, seat, { result, exchange: answer.exchange });
  const measures = shown ? measuresOf(shown.snapshot) : await measured(world, seat.tableId);
  if (measures === undefined) throw unmet('the table could not be read after an order', 'pos.fixtures.tables.open');
  return { measures, seat: shown ?? seat };
};
