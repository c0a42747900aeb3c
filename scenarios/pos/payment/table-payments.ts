import type { CheckOutcome } from '#schemas';
import { excerpt, isSameJson, newAmong, sameElements, mentions } from '../../arrange/json-compare.ts';
import type { Looks } from '../../arrange/till/billed.ts';
import type { ReadTable } from '../../arrange/till/read-results.ts';
import { look, lookUntil } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, notExercised, passed, warned } from '../../outcome.ts';
import { paymentIdsIn } from '#traffic/laws';

type World = PosWorld<never>;

// A table that is cleared once it is paid shows no payments either.
const isCleared = ({ success, snapshot }: ReadTable) => success === false || snapshot?.lines?.length === 0;

const showsPayment = ({ before, after }: Omit<Looks, 'exchange'>): boolean =>
  !isSameJson(after.snapshot?.payments, before.snapshot?.payments) || isCleared(after);

/** The table once a payment shows in it, or as it is when none ever does; undefined where it is not told. */
export const lookAfterPayment = async (
  world: World,
  tableId: string,
  before: Looks['before'],
): Promise<Looks | undefined> => {
  const looked = await lookUntil(world, tableId, (after) => showsPayment({ before, after }));
  return looked.kind === 'looked' ? { before, after: looked.table, exchange: looked.exchange } : undefined;
};

/** Whether a payment shows in the table that is as it was before. */
export const visibleOutcome = (looks: Looks | undefined): CheckOutcome => {
  if (looks === undefined) return notExercised('the request for the snapshot after the payment was not answered');
  if (showsPayment(looks)) return passed;
  const { after, exchange } = looks;
  return failed({
    expected: 'one more of the payments',
    actual: `payments ${excerpt(after.snapshot?.payments)} as before`,
    exchanges: [exchange],
    cause: 'payment not visible',
  });
};

/** One payment is one of the payments; what stands in them is not finalised, so that two that are the same are no more than odd. */
export const twiceOutcome = ({ before, after, exchange }: Looks): CheckOutcome | undefined => {
  const added = newAmong(after.snapshot?.payments ?? [], before.snapshot?.payments ?? []);
  const twice = added.find((one, index) => added.slice(index + 1).some((other) => isSameJson(one, other)));
  if (twice === undefined) return undefined;
  return warned(
    {
      expected: 'one more of the payments',
      actual: `twice ${excerpt(twice)}`,
      exchanges: [exchange],
      cause: 'payment listed twice',
    },
    'what stands in payments is not finalised',
  );
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
  if (once.table.snapshot === undefined || now.table.snapshot === undefined)
    return notExercised('the table could not be read before and after a repeated payment');
  const known = paymentsOf(once.table);
  const payments = paymentsOf(now.table);
  if (sameElements(known, payments) || payments.length === 0) return passed;
  const [was, is] = [once.table.snapshot.updatedAtMs, now.table.snapshot.updatedAtMs];
  // Fewer of them, or a table that is older than the one before, are none that was booked once more.
  if (newAmong(payments, known).length === 0 || (was !== undefined && is !== undefined && is < was))
    return notExercised('the table looks the same before and after a payment');
  if (isShownLate(payments, known, world.till.sent())) return notExercised('another payment at the table showed later');
  const later = await look(world, tableId);
  // Payments that change by themselves, such as their age, tell nothing.
  if (payments.length <= known.length && later.kind === 'looked' && !sameElements(payments, paymentsOf(later.table)))
    return notExercised('the payments of the table differ from request to request');
  return failed({
    expected: `payments ${excerpt(known)}`,
    actual: `payments ${excerpt(payments)}`,
    exchanges: [once.exchange, now.exchange],
    cause: 'payment booked twice',
  });
};

/** Whether what a table shows beside the payments that were known are others that we have sent, which no repeat has booked. */
export const isShownLate = (
  payments: readonly unknown[],
  known: readonly unknown[],
  sent: readonly { readonly payload: unknown }[],
): boolean => {
  const isAnother = (payment: unknown): boolean => {
    const ids = paymentIdsIn(payment).filter((id) => sent.some(({ payload }) => mentions(payload, id)));
    return ids.length > 0 && ids.every((id) => !known.some((one) => mentions(one, id)));
  };
  const added = newAmong(payments, known);
  return added.length > 0 && added.every(isAnother);
};
