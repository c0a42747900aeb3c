import type { CheckOutcome } from '#schemas';
import { pricesIn } from '../../arrange/till/amounts.ts';
import { atTable } from '../../arrange/till/commands.ts';
import { notExercised } from '../../outcome.ts';
import { unanswered } from '../../arrange/till/command-answer.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import { readField } from '../../arrange/till/read-results.ts';
import { beganSession, look } from '../../arrange/till/tables.ts';
import { type AcceptedOrderBaseline, type Expected, judgeRejection } from './rejection-check.ts';
import type { PosWorld } from '../../context/pos.ts';

type World = PosWorld<'submission/rejection-reasons'>;

export const nothingLeft: Expected = {
  what: 'A listing that is out of stock',
  right: ['OUT_OF_STOCK'],
  // Of nothing the requested quantity is unavailable as well.
  near: ['INSUFFICIENT_STOCK'],
};
export const delistedReason: Expected = { what: 'A listing that is no longer sold', right: ['DELISTED'] };
export const unknownReason: Expected = {
  what: 'A listing that never existed',
  right: ['DELISTED'],
  near: ['OUT_OF_STOCK', 'INSUFFICIENT_STOCK'],
};
const closedReason: Expected = { what: 'An order for a closed table', right: ['ORDER_CLOSED'] };
const paidReason: Expected = { ...closedReason, what: 'An order for a closed table that is paid already' };
const closingReason: Expected = { ...closedReason, what: 'An order for a closing table' };
const stalePrice: Expected = {
  what: 'A listing at a price that is not its own',
  right: ['PRICE_CHANGED'],
  near: ['OUT_OF_STOCK', 'INSUFFICIENT_STOCK', 'DELISTED', 'ORDER_CLOSED'],
};

/** A closed table takes no order, whether or not it is paid already. */
export const atClosedTable = async (
  world: World,
  baseline: AcceptedOrderBaseline,
): Promise<readonly CheckOutcome[]> => {
  const tableId = world.claims.STATION ? world.fixtures.tables?.closed?.at(-1) : undefined;
  if (tableId === undefined) return [];
  await world.tables.take([tableId]);
  const looked = await look(world, tableId);
  const status = looked.kind === 'looked' ? (looked.table.snapshot?.status ?? looked.table.currentStatus) : undefined;
  if (status === 'OPEN')
    return [notExercised('a table in pos.fixtures.tables.closed is open', 'pos.fixtures.tables.closed')];
  const { listingId } = baseline;
  const context = atTable(tableId);
  const submitted = await baseline.send([{ listingId, quantity: 1 }], { context });
  if (submitted.kind !== 'submitted') return [unanswered(submitted)];
  if (await beganSession(world, tableId, submitted)) return [nextSession];
  const first = judgeRejection(baseline, submitted, closedReason);
  if (first.status !== 'passed' || submitted.prepaid || !world.claims.prepaid) return [first];
  if (isLeftOut(world, 'a prepaid order at a closed table')) return [first];
  const paid = await baseline.send([{ listingId, quantity: 1 }], { context, isPaid: true });
  if (paid.kind !== 'submitted') return [first, unanswered(paid)];
  // Its price could only be guessed, so no refusal says anything.
  const isTaken = paid.result.success === true && !(await beganSession(world, tableId, paid));
  return isTaken ? [first, judgeRejection(baseline, paid, paidReason)] : [first];
};

const nextSession = notExercised('an order at the closed table opened a new session', 'pos.fixtures.tables.closed');

/** States and transitions: mutations may be rejected while a table is closing. */
export const atClosingTable = async (world: World, baseline: AcceptedOrderBaseline): Promise<void> => {
  const tableId = world.claims.STATION ? world.fixtures.tables?.closing?.at(-1) : undefined;
  if (tableId === undefined) return;
  const submitted = await baseline.send([{ listingId: baseline.listingId, quantity: 1 }], {
    context: atTable(tableId),
  });
  if (submitted.kind !== 'submitted') return world.check('submission/rejection-reasons', unanswered(submitted));
  const { success } = submitted.result;
  world.observe('assume/table-status-transitions', `orders are ${success ? 'accepted' : 'rejected'} while closing`);
  if (success === false)
    world.check('submission/rejection-reasons', judgeRejection(baseline, submitted, closingReason));
};

/** Whether an item carries a price is not finalised, so a till may look at none, unless that has been agreed. */
export const atStalePrice = async (world: World, baseline: AcceptedOrderBaseline): Promise<void> => {
  const [price] = pricesIn(baseline.menu, baseline.listingId);
  if (price === undefined) return;
  const unitPrice = { ...price.money, value: price.money.value + 1 };
  const submitted = await baseline.send([{ listingId: baseline.listingId, quantity: 1, unitPrice }]);
  if (submitted.kind !== 'submitted') return;
  const { success, reasons } = submitted.result;
  world.observe(
    'assume/unfinalised-shapes',
    `an item at another unitPrice was ${success ? 'accepted' : `rejected as ${excerpt(reasons)}`}`,
  );
  const shapes = world.assumed('assume/unfinalised-shapes');
  const agreed = readField(readField(readField(shapes, 'order-item'), 'properties'), 'unitPrice') !== undefined;
  if (success === false || agreed)
    world.check('submission/rejection-reasons', judgeRejection(baseline, submitted, stalePrice));
};
