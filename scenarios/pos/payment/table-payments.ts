import type { CheckOutcome } from '#schemas';
import { excerpt, isSameJson, sameElements } from '../../arrange/json-compare.ts';
import type { ReadTable } from '../../arrange/till/read-results.ts';
import { look, lookUntil } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, notExercised, passed } from '../../outcome.ts';

type World = PosWorld<never>;

/** Whether a payment shows in the table that is as it was before. */
export const visibleOutcome = async (world: World, tableId: string, before: ReadTable): Promise<CheckOutcome> => {
  // A table that is cleared once it is paid shows no payments either.
  const isCleared = ({ success, snapshot }: ReadTable) => success === false || snapshot?.lines?.length === 0;
  const shows = (now: ReadTable) => !isSameJson(now.snapshot?.payments, before.snapshot?.payments) || isCleared(now);
  const after = await lookUntil(world, tableId, shows);
  if (after.kind !== 'looked') return notExercised('the request for the snapshot after the payment was not answered');
  if (shows(after.table)) return passed;
  return failed({
    message: 'A paid bill does not show in the payments of its table, which shows what was ordered as before.',
    expected: 'one more of the payments',
    actual: `payments ${excerpt(after.table.snapshot?.payments)} as before`,
    pointer: '/tableOrderSnapshot/payments',
    exchanges: [after.exchange],
    cause: 'payment not visible',
  });
};

/** The same receipt says little if the money was booked once more. */
export const stillOnce = async (
  world: World,
  tableId: string,
  once: { readonly table: ReadTable; readonly exchange: number },
): Promise<CheckOutcome> => {
  const paymentsOf = ({ snapshot }: ReadTable): readonly unknown[] => snapshot?.payments ?? [];
  const now = await look(world, tableId);
  if (now.kind !== 'looked') return notExercised('the snapshot after a repeated payment was not answered');
  const known = paymentsOf(once.table);
  const payments = paymentsOf(now.table);
  if (sameElements(known, payments) || payments.length === 0) return passed;
  const later = await look(world, tableId);
  // Payments that change by themselves, such as their age, tell nothing.
  if (payments.length <= known.length && later.kind === 'looked' && !sameElements(payments, paymentsOf(later.table)))
    return notExercised('the payments of the table change from look to look');
  return failed({
    message:
      'A payment that was repeated was booked at its table once more; look its idempotencyKey up before applying it.',
    expected: `payments ${excerpt(known)}`,
    actual: `payments ${excerpt(payments)}`,
    pointer: '/tableOrderSnapshot/payments',
    exchanges: [once.exchange, now.exchange],
    cause: 'payment booked twice',
  });
};
