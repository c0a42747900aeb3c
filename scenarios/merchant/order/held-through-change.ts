import type { CheckOutcome } from '#schemas';
import { failed, passed } from '../../outcome.ts';
import type { OrderWorld } from './order-echo.ts';
import { send } from './placed-order.ts';
import type { ReadyOrder } from './prepared-order.ts';

/**
 * Endpoints › Merchant-hosted › 3: until its expiresAt a locked basket is valid, so that no modification is concurrent with payment.
 * A product that was changed since the lock is ordered as it was locked. Another basket, locked since, shows whether it can be had at
 * all; nothing is said where it cannot.
 * @param locked a basket that was locked before its product was changed
 * @param later another one of the same, locked since
 */
export const heldThroughChange = async (
  world: OrderWorld,
  locked: ReadyOrder,
  later: () => Promise<ReadyOrder | undefined>,
): Promise<CheckOutcome | undefined> => {
  const { expiresAt, expiresAtMs } = locked.basket;
  const placed = await send(world, locked);
  if (placed.kind === 'confirmed') return passed;
  if (placed.kind === 'undecided' || expiresAtMs === undefined || expiresAtMs <= world.clock.now()) return undefined;
  const twin = await later();
  const now = twin && (await send(world, twin));
  if (now?.kind !== 'confirmed') return undefined;
  return failed({
    ...placed.finding,
    message:
      'A locked basket was not confirmed when it was ordered, since its product had been changed after the lock; until its expiresAt a locked basket is sold as it was locked.',
    expected: `2xx with a confirmation before ${expiresAt ?? 'expiresAt'}`,
    exchanges: [...(placed.finding.exchanges ?? []), now.exchange],
    cause: 'not kept through a change',
  });
};
