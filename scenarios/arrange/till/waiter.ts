import type { PosWorld } from '../../context/pos.ts';
import { notExercised } from '../../outcome.ts';
import { lifecyclesIn, isAccepted, ofKind } from '#traffic/laws';
import { standsIn } from '../json-compare.ts';
import { readChangeType, readField } from './read-results.ts';

/** Of the orders at tables, where a till pushes them too. */
const nearlyAll = 0.9;
/** Lines that the till was made to add to one table in a run. */
const mostTriggered = 10;

/**
 * Events › Change types: whether the till has pushed since that a waiter added something at this table, or at one that its diff does
 * not name. A till that pushes what we order as well says nothing by it.
 */
export const isWaiterAtWork = (
  { till, fixtures }: Pick<PosWorld, 'till' | 'fixtures'>,
  { tableId, from }: { readonly tableId: string; readonly from: number },
): boolean => {
  const traffic = till.traffic();
  const names = (body: unknown): readonly string[] =>
    (fixtures.tables?.open ?? []).filter((known) => standsIn(body, known));
  const added = ofKind(traffic, 'event')
    .filter(({ body }) => readChangeType(body) === 'POS_LINE_ADDED')
    .map(({ n, body }) => ({ n, named: names(body) }));
  const isNamed = added.some(({ named }) => named.length > 0);
  const here = added.filter(({ named }) => named.length === 0 || named.includes(tableId));
  const since = here.filter(({ n }) => n >= from);
  if (since.length === 0) return false;
  const results = lifecyclesIn(traffic)
    .filter(
      ({ messageKind, deliveries }) =>
        messageKind === 'OrderSubmissionRequested' &&
        deliveries.some((one) => (isNamed ? one.tableId === tableId : one.tableId !== undefined)),
    )
    .map(({ callbacks }) => callbacks.filter(({ body }) => readField(body, 'success') === true));
  const orders = results.filter((callbacks) => callbacks.some(isAccepted));
  // A till that pushes them pushes no more than it said it had done, and the few that it was made to.
  const said = results.flat();
  const isMore = since.length > said.filter(({ n }) => n >= from).length || here.length > said.length + mostTriggered;
  return here.length < orders.length * nearlyAll || isMore;
};

export const waiterAtWork = notExercised(
  'staff changed the table during the check (the till pushed it), so its lines no longer show what was ordered',
);
