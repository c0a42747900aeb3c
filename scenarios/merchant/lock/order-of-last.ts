import type { CheckOutcome } from '#schemas';
import { openBasket, type OpenBasket } from '../../arrange/basket/open-basket.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { failed, passed, unlessUnmet } from '../../outcome.ts';
import { place } from '../order/placed-order.ts';
import { repeat } from '../order/repeated-order.ts';
import { soldOut } from './both-ordered.ts';
import type { orderCovers } from '../order/order-echo.ts';

type World = MerchantWorld<(typeof orderCovers)[number]>;

/**
 * Resources › Basket › expiresAt: ordered before it, the basket is guaranteed. Only of the last units can it be seen
 * whether what a lock has set aside is there for its own order.
 */
export const orderOfLast = async (world: World, opened: OpenBasket, id: string): Promise<CheckOutcome | undefined> => {
  const placed = await place(world, { opened });
  if (placed.kind === 'undecided') return undefined;
  if (placed.kind === 'confirmed') {
    world.leaves?.(soldOut(id, world.triggers));
    // There are none left now, which is nothing to an order that is known.
    await repeat(world, placed.ready, placed);
    return passed;
  }
  // The same with a product of which there is more.
  const lines = placed.ready.order.basket.products.map((line) => ({ variantId: line.id, quantity: line.quantity }));
  const spare = (world.fixtures.products?.inStock ?? []).find((one) =>
    lines.every(({ variantId }) => variantId !== one),
  );
  const alike = lines.map((line) =>
    line.variantId === id && spare !== undefined ? { ...line, variantId: spare } : line,
  );
  const wish = { lines: alike, linesRequired: true };
  const other = spare === undefined ? undefined : await unlessUnmet(openBasket(world, wish));
  const twin = other && (await place(world, { opened: other }));
  if (!placed.ready.locked || twin?.kind !== 'confirmed' || !twin.ready.locked) return undefined;
  return failed({
    ...placed.finding,
    expected: `2xx with a confirmation of an order with "${id}", before the lock ends`,
    exchanges: [twin.exchange, ...(placed.finding.exchanges ?? [])],
    cause: 'own lock in the way of the order',
  });
};
