import type { CheckOutcome, OrderContext } from '#schemas';
import { excerpt, sameElements } from '../../arrange/json-compare.ts';
import { contextName } from '../../arrange/till/commands.ts';
import { measuresOf, mostApplied } from '../../arrange/till/order-effects.ts';
import type { ReadSnapshot } from '../../arrange/till/read-results.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { look, snapshotIn } from '../../arrange/till/tables.ts';
import type { Unanswered } from '../../arrange/till/command-answer.ts';
import type { Submitted } from '../../arrange/till/submitted.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed } from '../../outcome.ts';
import { deliveriesIn } from '#traffic/laws';

/** A table before and after an order of one listing that shows there. */
export interface OrderedAt {
  readonly tableId: string;
  readonly before: ReadSnapshot;
  readonly after: ReadSnapshot;
}

/** An order to pick up, to deliver or of a kiosk that was accepted. */
export interface OrderAway {
  readonly context: OrderContext;
  send(): Promise<Submitted | Unanswered>;
}

type World = PosWorld<'table/lines-follow-orders'>;

/** Tables as they were before the orders for elsewhere, and where that is in the traffic. */
export type SeenTables = Map<string, { readonly before: ReadSnapshot; readonly mark: number }>;

/** A restaurant may have hundreds. */
const mostLookedAt = 8;

/** The tables with guests, as they are now. A waiter or another scenario may be at any of them, which no one is kept from. */
export const tablesWithGuests = async (world: World): Promise<SeenTables> => {
  const mark = world.till.mark();
  const seen: SeenTables = new Map();
  if (isLeftOut(world, 'tables that nothing was ordered at')) return seen;
  for (const tableId of [...new Set(world.fixtures.tables?.open)].slice(0, mostLookedAt)) {
    const before = snapshotIn(await look(world, tableId));
    if (before?.lines !== undefined && before.status === 'OPEN') seen.set(tableId, { before, mark });
  }
  return seen;
};

/** Whether orders for elsewhere have come onto any of these tables, but for those that somebody ordered at since; first onto that of the control. */
export const strayedAnywhere = async (
  world: World,
  control: OrderedAt,
  seen: SeenTables,
  away: readonly OrderAway[],
): Promise<CheckOutcome | undefined> => {
  const isOwn = (tableId: string): boolean => tableId === control.tableId;
  for (const [tableId, { before, mark }] of [...seen].toSorted(([one], [other]) => +isOwn(other) - +isOwn(one))) {
    if (isOrderedAt(world, tableId, mark)) continue;
    const now = snapshotIn(await look(world, tableId));
    if (now === undefined || isOrderedAt(world, tableId, mark) || !hasGrown(control, before, now)) continue;
    if (!isOwn(tableId) && world.tables.takeAnother([tableId]) === undefined) continue;
    const stray = await landing(world, control, tableId, away);
    if (!isOwn(tableId)) world.tables.leave(tableId);
    if (stray) return stray;
  }
  return undefined;
};

const isOrderedAt = ({ till }: World, tableId: string, mark: number): boolean =>
  deliveriesIn(till.traffic()).some(
    (delivery) =>
      delivery.n >= mark && delivery.tableId === tableId && delivery.messageKind === 'OrderSubmissionRequested',
  );

/** As often a table has to grow with an order for elsewhere, and of how many. */
const enough = 3;
const most = 5;

/**
 * A waiter may be at a table too: it has to grow as by an order of its own with three orders for elsewhere, whose kind had been
 * accepted before, and to stay as it is between them.
 */
const landing = async (
  world: World,
  control: OrderedAt,
  tableId: string,
  away: readonly OrderAway[],
): Promise<CheckOutcome | undefined> => {
  for (const { context, send } of away) {
    let grew: readonly CheckOutcome[] = [];
    let last = snapshotIn(await look(world, tableId));
    for (let tried = 0; tried < most && grew.length < enough && (grew.length > 0 || tried < 2); tried++) {
      const quiet = await look(world, tableId);
      const before = snapshotIn(quiet);
      if (last === undefined || before === undefined || !isSame(last, before)) return undefined;
      const order = await send();
      if (order.kind !== 'submitted' || order.result.success !== true) break;
      const again = await look(world, tableId);
      last = snapshotIn(again);
      if (quiet.kind !== 'looked' || again.kind !== 'looked' || last === undefined) return undefined;
      const exchanges = [quiet.exchange, order.exchange, again.exchange];
      if (hasGrown(control, before, last)) grew = [...grew, landed(context, [before, last], exchanges)];
    }
    if (grew.length >= enough) return grew.at(-1);
  }
  return undefined;
};

const landed = (
  context: OrderContext,
  [before, after]: readonly [ReadSnapshot, ReadSnapshot],
  exchanges: readonly number[],
): CheckOutcome =>
  failed({
    message: `Orders of the context ${contextName(context)} appeared on a table; add an order only to the table that it names.`,
    expected: `lines as before: ${excerpt(before.lines)}`,
    actual: excerpt(after.lines),
    exchanges,
    cause: `${contextName(context)} order on a table`,
  });

const isSame = (one: ReadSnapshot, other: ReadSnapshot): boolean => sameElements(one.lines ?? [], other.lines ?? []);

const hasGrown = (control: OrderedAt, before: ReadSnapshot, after: ReadSnapshot): boolean => {
  if (before.lines === undefined || after.lines === undefined || isSame(before, after)) return false;
  const change = { before: measuresOf(before), after: measuresOf(after) };
  return (mostApplied({ before: measuresOf(control.before), after: measuresOf(control.after) }, change) ?? 0) > 0;
};
