import type { PlacedOrders } from '../verdicts/placed-orders.ts';
import type { RunRequest } from './run-options.ts';

/** Fires triggers.cancelOrder for each order that the shop has confirmed. What the trigger answers is nobody's failure. */
export const cancelOrders = async (
  { all }: Pick<PlacedOrders, 'all'>,
  { triggers, announce = () => undefined }: Pick<RunRequest, 'triggers' | 'announce'>,
): Promise<void> => {
  if (!triggers.has('cancelOrder')) return;
  const confirmed = all().flatMap(({ shopOrderId, oaOrderId }) =>
    shopOrderId === undefined ? [] : [{ shopOrderId, oaOrderId }],
  );
  const reasons: string[] = [];
  for (const order of confirmed) {
    const fired = await triggers.fire('cancelOrder', order);
    if (fired.kind === 'unavailable') reasons.push(fired.reason);
  }
  if (confirmed.length === 0) return;
  const [reason] = reasons;
  const why = reason === undefined ? '' : `; not ${reasons.length}: ${reason}`;
  announce(`Orders cancelled: ${confirmed.length - reasons.length} of ${confirmed.length}${why}.`);
};
