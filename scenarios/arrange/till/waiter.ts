import type { PosWorld } from '../../context/pos.ts';
import { notExercised } from '../../outcome.ts';
import { handlingsIn, isAccepted, ofKind } from '#traffic/laws';
import { standsIn } from '../json-compare.ts';
import { readChangeType, readField } from './read-results.ts';

/** Of the orders at tables, where a till pushes them too. */
const nearlyAll = 0.9;

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
  if (!here.some(({ n }) => n >= from)) return false;
  const orders = handlingsIn(traffic).filter(
    ({ messageKind, callbacks, deliveries }) =>
      messageKind === 'OrderSubmissionRequested' &&
      deliveries.some((one) => (isNamed ? one.tableId === tableId : one.tableId !== undefined)) &&
      callbacks.some((callback) => isAccepted(callback) && readField(callback.body, 'success') === true),
  );
  return here.length < orders.length * nearlyAll;
};

export const waiterAtWork = notExercised(
  'a waiter added something meanwhile, as the till has pushed, so that what is on the table says nothing of what was ordered',
);
