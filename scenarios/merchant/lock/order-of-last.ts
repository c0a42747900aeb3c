import type { CheckOutcome } from '#schemas';
import type { OpenBasket } from '../../arrange/basket/open-basket.ts';
import type { OrderWorld } from '../order/order-echo.ts';
import { place } from '../order/placed-order.ts';
import { failed, passed } from '../../outcome.ts';

/**
 * Resources › Basket › expiresAt: ordered before it, the basket is guaranteed. Only of the last units can it be seen
 * whether what a lock has set aside is there for its own order.
 */
export const orderOfLast = async (
  world: OrderWorld,
  opened: OpenBasket,
  id: string,
): Promise<CheckOutcome | undefined> => {
  const placed = await place(world, { opened });
  if (placed.kind === 'undecided') return undefined;
  if (placed.kind === 'confirmed') return passed;
  // The same with a product of which there is more.
  const twin = await place(world);
  if (!placed.ready.locked || twin.kind !== 'confirmed' || !twin.ready.locked) return undefined;
  return failed({
    ...placed.finding,
    message:
      'The last units of a product were locked, and then not sold to the basket that had locked them, while another locked basket was confirmed; what a lock sets aside is for the order of its own basket.',
    expected: `2xx with a confirmation of an order with "${id}", before the lock ends`,
    exchanges: [...(placed.finding.exchanges ?? []), twin.exchange],
    cause: 'own lock in the way of the order',
  });
};
