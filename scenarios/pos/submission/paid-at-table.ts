import type { CheckOutcome } from '#schemas';
import { deletionMs, repeatDeletionMs } from '../../arrange/till/deletes-nothing.ts';
import { excerpt, sameElements } from '../../arrange/json-compare.ts';
import type { Submitted } from '../../arrange/till/submitted.ts';
import { type OpenTable, openTableAt } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed } from '../../outcome.ts';

type World = PosWorld<never>;

/** An order at a table that was paid at once, and is delivered once more; undefined where its payment is booked once. */
export const paidAgain = async (
  world: World,
  before: OpenTable,
  submitted: Submitted,
): Promise<CheckOutcome | undefined> => {
  const once = await openTableAt(world, before.tableId);
  if (once.kind !== 'seated' || !(await deliveredAgain(world, submitted))) return undefined;
  const again = await openTableAt(world, before.tableId);
  return again.kind === 'seated' ? bookedAgain([before, once, again], submitted) : undefined;
};

/** Whether the till is done with the same message once more. */
const deliveredAgain = async (world: World, { sent: { messageId, messageKind } }: Submitted): Promise<boolean> => {
  const { till } = world;
  const matches = (seen: { readonly messageId?: string }) => seen.messageId === messageId;
  const deleted = await till.next('delete', { from: 0, matches, withinMs: deletionMs(world) });
  if (deleted === undefined) return false;
  const from = till.mark();
  till.deliverAgain(messageId);
  return (await till.next('delete', { from, matches, withinMs: repeatDeletionMs(world, messageKind) })) !== undefined;
};

/** Of an order that is entered once more as well, that is told where orders are repeated. */
const bookedAgain = (
  [before, once, again]: readonly [OpenTable, OpenTable, OpenTable],
  { exchange }: Submitted,
): CheckOutcome | undefined => {
  const [none = 0, one = 0, two = 0] = [before, once, again].map(({ snapshot }) => snapshot.payments?.length);
  const isSameOrder = sameElements(once.snapshot.lines ?? [], again.snapshot.lines ?? []);
  if (!isSameOrder || one <= none || two <= one) return undefined;
  return failed({
    expected: `payments ${excerpt(once.snapshot.payments)}`,
    actual: `payments ${excerpt(again.snapshot.payments)}`,
    exchanges: [exchange, once.exchange, again.exchange],
    cause: 'payment of an order booked twice',
  });
};
