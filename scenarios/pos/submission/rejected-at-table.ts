import type { CheckOutcome, OrderContext } from '#schemas';
import { payable } from '../../arrange/till/amounts.ts';
import { atTable } from '../../arrange/till/commands.ts';
import { eventually } from '../../arrange/eventually.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import type { Unanswered } from '../../arrange/till/command-answer.ts';
import type { Submitted, Wanted } from '../../arrange/till/orders.ts';
import { openTable, type OpenTable, openTableAt } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, passed } from '../../outcome.ts';

type World = PosWorld<'submission/rejection-reasons'>;

/** A way to order that works, and a listing that can be had. */
interface Baseline {
  readonly listingId: string;
  send(items: readonly Wanted[], context: OrderContext): Promise<Submitted | Unanswered>;
}

/**
 * What was rejected is not sold, so that nobody owes it: alone, and beside something good. A till may show what it has
 * rejected among its lines, so what the table owes is compared.
 */
export const rejectedAtTable = async (world: World, baseline: Baseline, badListing: string): Promise<void> => {
  if (!world.claims.STATION || !world.claims.postpaid) return;
  const seated = await openTable(world, 'rejections');
  if (seated.kind === 'blocked') return;
  const good: Wanted = { listingId: baseline.listingId, quantity: 1 };
  const bad: Wanted = { listingId: badListing, quantity: 1 };
  const alone = await ordered(world, baseline, seated, [bad]);
  if (alone === undefined || alone.success !== false) return;
  world.check('submission/rejection-reasons', owedOutcome(alone, 0));
  const accepted = await ordered(world, baseline, alone.after, [good]);
  const price = accepted?.success === true ? await growthSeen(world, accepted) : undefined;
  if (accepted === undefined || price === undefined) return;
  const both = await ordered(world, baseline, price.after, [good, bad]);
  // The good part may have been taken, and then costs what it cost just before.
  if (both?.success === false) world.check('submission/rejection-reasons', owedOutcome(both, price.growth));
};

/** What was accepted costs something; an answer may come before that shows. */
const growthSeen = async (
  world: World,
  order: Ordered,
): Promise<{ readonly growth: number; readonly after: OpenTable } | undefined> => {
  const after = await eventually(
    world,
    () => openTableAt(world, order.before.tableId),
    (seat) => seat.kind !== 'seated' || (growthOf({ ...order, after: seat }) ?? 0) > 0,
    500,
  );
  const growth = after.kind === 'seated' ? growthOf({ ...order, after }) : undefined;
  return after.kind === 'seated' && growth !== undefined && growth > 0 ? { growth, after } : undefined;
};

interface Ordered {
  readonly before: OpenTable;
  readonly after: OpenTable;
  readonly success: boolean | undefined;
  readonly exchange: number;
}

const ordered = async (
  world: World,
  baseline: Baseline,
  before: OpenTable,
  items: readonly Wanted[],
): Promise<Ordered | undefined> => {
  const submitted = await baseline.send(items, atTable(before.tableId));
  if (submitted.kind !== 'submitted') return undefined;
  const after = await openTableAt(world, before.tableId);
  if (after.kind !== 'seated') return undefined;
  return { before, after, success: submitted.result.success, exchange: submitted.exchange };
};

/** By how much more the table owes; undefined where that cannot be read. */
const growthOf = ({ before, after }: Ordered): number | undefined => {
  const [earlier] = payable(before.snapshot.totals);
  const [later] = payable(after.snapshot.totals);
  return earlier !== undefined && earlier.path === later?.path ? later.money.value - earlier.money.value : undefined;
};

const owedOutcome = (rejection: Ordered, most: number): CheckOutcome => {
  const { before, after, exchange } = rejection;
  if ((growthOf(rejection) ?? 0) <= most) return passed;
  return failed({
    message:
      'An item that was rejected came onto the table all the same, so that the guests would pay for what they do not get.',
    expected: `totals as before the rejection${most > 0 ? ', but for the accepted item' : ''}: ${excerpt(before.snapshot.totals)}`,
    actual: `totals ${excerpt(after.snapshot.totals)}`,
    pointer: '/tableOrderSnapshot/totals',
    exchanges: [before.exchange, exchange, after.exchange],
    cause: 'a rejected item on the table',
  });
};
