import type { CheckOutcome, OrderContext } from '#schemas';
import { excerpt, sameElements } from '../../arrange/json-compare.ts';
import { contextName } from '../../arrange/till/commands.ts';
import { measuresOf, mostApplied } from '../../arrange/till/order-effects.ts';
import type { ReadSnapshot } from '../../arrange/till/read-results.ts';
import { look, lookUntil, snapshotIn } from '../../arrange/till/tables.ts';
import type { Unanswered } from '../../arrange/till/command-answer.ts';
import type { Submitted } from '../../arrange/till/submitted.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed } from '../../outcome.ts';

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

type World = PosWorld<'submission/contexts'>;

/**
 * Whether orders for elsewhere have come onto the table that was ordered at last: its lines are others, and have grown as by
 * one of its own orders. A waiter may be at that table too, so they have to grow again by one more of those in `away`, which
 * were accepted since, and by nothing else. Undefined where none is found there.
 */
export const strayed = async (
  world: World,
  ordered: OrderedAt,
  away: readonly OrderAway[],
): Promise<CheckOutcome | undefined> => {
  const looked = await look(world, ordered.tableId);
  const now = snapshotIn(looked);
  if (now === undefined || !hasGrown(ordered, ordered.after, now)) return undefined;
  for (const { context, send } of away) {
    const quiet = await look(world, ordered.tableId);
    const before = snapshotIn(quiet);
    if (before === undefined || !isSame(now, before) || quiet.kind !== 'looked') return undefined;
    const order = await send();
    if (order.kind !== 'submitted' || order.result.success !== true) continue;
    const again = await lookUntil(
      world,
      ordered.tableId,
      ({ snapshot }) => snapshot !== undefined && !isSame(before, snapshot),
    );
    const after = snapshotIn(again);
    if (again.kind !== 'looked' || after === undefined) return undefined;
    if (hasGrown(ordered, before, after))
      return failed({
        message: `An order of the context ${contextName(context)} came onto a table, where nobody had ordered it; a table holds what was ordered there alone.`,
        expected: `lines as before: ${excerpt(before.lines)}`,
        actual: excerpt(after.lines),
        pointer: '/tableOrderSnapshot/lines',
        exchanges: [quiet.exchange, order.exchange, again.exchange],
        cause: `${contextName(context)} order on a table`,
      });
  }
  return undefined;
};

const isSame = (one: ReadSnapshot, other: ReadSnapshot): boolean => sameElements(one.lines ?? [], other.lines ?? []);

const hasGrown = (control: OrderedAt, before: ReadSnapshot, after: ReadSnapshot): boolean => {
  if (before.lines === undefined || after.lines === undefined || isSame(before, after)) return false;
  const change = { before: measuresOf(before), after: measuresOf(after) };
  return (mostApplied({ before: measuresOf(control.before), after: measuresOf(control.after) }, change) ?? 0) > 0;
};
