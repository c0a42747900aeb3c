import { paymentIdsIn } from '#traffic/laws';
import { mentions, newAmong } from '../../arrange/json-compare.ts';

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
