import type { CheckOutcome, OrderPlacement } from '#schemas';
import { noSecondOrder, orderedAnew, unconfirmedRepeat } from '#traffic/laws';
import { type OrderWorld } from './order-echo.ts';
import { answerInWords } from '../../arrange/basket/open-basket.ts';
import type { ReadyOrder } from './prepared-order.ts';
import { failed, notExercised, passed, warned } from '../../outcome.ts';
import { readConfirmation } from '../../arrange/basket/read-basket.ts';
import { orderHeard } from './heard-order.ts';
import type { Answer } from '../../context/merchant.ts';

/** The order a confirmation names, and the exchange that says so. */
export interface Known {
  readonly shopOrderId: string | undefined;
  readonly exchange: number;
}

/**
 * Sends an order again and compares: the platform repeats what it heard no answer to. `reordered` writes the same JSON
 * with the members of every object the other way round, since an order is known by its oaOrderId and not by its bytes.
 */
export const repeat = async (
  world: OrderWorld,
  ready: ReadyOrder,
  known: Known,
  { reordered = false } = {},
): Promise<CheckOutcome> => {
  const order = reordered ? (backwards(ready.order) as OrderPlacement) : ready.order;
  const outcome = sameOrder(known, await orderHeard(world, order));
  return reordered && outcome.status === 'failed'
    ? { ...outcome, message: `${outcome.message} This repeat had its JSON members in another order.` }
    : outcome;
};

const backwards = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, backwards(inner)]),
  );
};

export const sameOrder = (known: Known, answer: Answer): CheckOutcome => {
  if (answer.kind === 'unsent') return notExercised(answer.reason, answer.unlock);
  if (answer.kind === 'answered') {
    const { shopOrderId } = readConfirmation(answer.body);
    if (known.shopOrderId === undefined || shopOrderId === undefined)
      return notExercised('a confirmation carries no shopOrderId that can be read');
    if (shopOrderId === known.shopOrderId) return passed;
    return failed(orderedAnew(known, { shopOrderId, exchange: answer.exchange }));
  }
  const finding = unconfirmedRepeat(known, answer, { actual: answerInWords(answer), exchange: answer.exchange });
  // No second order came of it, and the errors of the order endpoint are not shown.
  return answer.kind === 'refused' && answer.status < 500 ? warned(finding, noSecondOrder) : failed(finding);
};
