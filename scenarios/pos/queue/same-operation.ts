import type { CheckOutcome } from '#schemas';
import { excerpt } from '../../arrange/json-compare.ts';
import { readSubmission } from '../../arrange/till/read-results.ts';
import { failed, passed } from '../../outcome.ts';
import { type Lifecycle, isAccepted, isDeleted } from '#traffic/laws';

/** Whether the platform learns of each message what became of the one order. */
export const answersOutcome = (lifecycles: readonly Lifecycle[]): CheckOutcome => {
  const callbacks = lifecycles.flatMap((lifecycle) => lifecycle.callbacks.filter(isAccepted));
  const saying = (success: boolean) => callbacks.find(({ body }) => readSubmission(body).success === success);
  const [accepted, refused] = [saying(true), saying(false)];
  if (accepted && refused)
    return failed({
      expected: 'success true for every message of the operation, or no result',
      actual: `success true for one, success false for another: ${excerpt(refused.body)}`,
      exchanges: [accepted.exchange, refused.exchange],
      cause: 'rejected under the same key',
    });
  const silent = lifecycles.find((lifecycle) => lifecycle.callbacks.length === 0 && isDeleted(lifecycle));
  if (accepted === undefined || silent === undefined) return passed;
  return failed({
    expected: `a result of ${silent.messageKind} ${silent.messageId}`,
    actual: 'deleted, and no callback',
    exchanges: [accepted.exchange],
    cause: 'no result under the same key',
  });
};

/** A receipt is the one thing that tells of an order away from tables whether it was entered twice. */
export const receiptsOutcome = (order: Lifecycle, retry: Lifecycle): CheckOutcome | undefined => {
  const [first] = receiptsIn(order);
  const receipts = receiptsIn(retry);
  if (first === undefined || receipts.length === 0) return undefined;
  const other = receipts.find(({ number }) => number !== first.number);
  if (other === undefined) return passed;
  return failed({
    expected: `receiptNumber ${excerpt(first.number)}`,
    actual: `receiptNumber ${excerpt(other.number)}`,
    exchanges: [first.exchange, other.exchange],
    cause: 'another receipt under the same key',
  });
};

export const receiptsIn = ({ callbacks }: Lifecycle) =>
  callbacks.flatMap(({ body, exchange }) => {
    const number = readSubmission(body).receipt?.receiptNumber;
    return number === undefined ? [] : [{ number, exchange }];
  });
