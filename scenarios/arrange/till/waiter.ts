import type { PosWorld } from '../../context/pos.ts';
import { notExercised } from '../../outcome.ts';
import { handlingsIn, isAccepted, ofKind } from '#traffic/laws';
import { standsIn } from '../json-compare.ts';
import { readChangeType, readField } from './read-results.ts';

/**
 * Events › Change types: whether the till has pushed since that a waiter added something at this table, or at one that its diff does
 * not name. A till that pushes what we order as well says nothing by it.
 */
export const isWaiterAtWork = (
  { till, fixtures }: Pick<PosWorld, 'till' | 'fixtures'>,
  { tableId, from }: { readonly tableId: string; readonly from: number },
): boolean => {
  const traffic = till.traffic();
  const added = ofKind(traffic, 'event').filter(({ body }) => readChangeType(body) === 'POS_LINE_ADDED');
  const names = (body: unknown): readonly string[] =>
    (fixtures.tables?.open ?? []).filter((known) => standsIn(body, known));
  const isHere = (named: readonly string[]): boolean => named.length === 0 || named.includes(tableId);
  if (!added.some(({ n, body }) => n >= from && isHere(names(body)))) return false;
  const orders = handlingsIn(traffic).filter(
    ({ messageKind, callbacks, deliveries }) =>
      messageKind === 'OrderSubmissionRequested' &&
      deliveries.some(({ tableId }) => tableId !== undefined) &&
      callbacks.some((callback) => isAccepted(callback) && readField(callback.body, 'success') === true),
  );
  return added.length < orders.length / 2;
};

export const waiterAtWork = notExercised(
  'a waiter added something meanwhile, as the till has pushed, so that what is on the table says nothing of what was ordered',
);
