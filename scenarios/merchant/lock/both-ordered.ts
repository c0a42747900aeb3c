import type { Finding, LimitedProduct } from '#schemas';
import { buyerFrom } from '../../arrange/buyer.ts';
import type { OpenBasket } from '../../arrange/basket/open-basket.ts';
import type { ReadBasket } from '../../arrange/basket/read-basket.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { type Placed, place } from '../order/placed-order.ts';
import type { OrderWorld } from '../order/order-echo.ts';

/** A basket, and the lock of it that has the product without an error. */
export interface Promised {
  readonly opened: OpenBasket;
  readonly basket: ReadBasket;
  readonly exchange: number;
}

/**
 * Resources › Basket › expiresAt: ordered before it, what a basket holds is there. Of two baskets that have locked more of a product
 * than there is only the orders show whether that is kept: a shop may have more than was configured, or sell what it will get.
 */
export const bothOrdered = async (
  world: OrderWorld & Pick<MerchantWorld, 'claims'>,
  promised: readonly Promised[],
  { id, max }: LimitedProduct,
): Promise<Finding | undefined> => {
  if (!world.claims.orders || promised.length < 2) return undefined;
  const tried: Tried[] = [];
  for (const one of promised) {
    // What there is may be so much for each customer, who is known by the order at the latest.
    const buyer = buyerFrom(`${world.seed}/${world.scenario}/${one.exchange}`);
    const placed = await place(world, { opened: one.opened, lockedAs: one.basket, buyer });
    tried.push({ one, placed, at: world.clock.now() });
  }
  const kept = tried.find(({ placed }) => placed.kind === 'confirmed');
  const broken = tried.find(({ placed }) => placed.kind === 'declined');
  if (kept?.placed.kind !== 'confirmed' || broken?.placed.kind !== 'declined') return undefined;
  const { one, placed, at } = broken;
  // Over by then, it promised nothing any more.
  if (one.basket.expiresAtMs === undefined || one.basket.expiresAtMs <= at) return undefined;
  return {
    ...placed.finding,
    message: `Two baskets locked "${id}" without an error, and only one of them could be ordered before its lock ended; set aside what a lock grants, on each of its lines and in its whole quantity, or put an error on what is not there any more.`,
    expected: `2xx with a confirmation before ${one.basket.expiresAt ?? 'expiresAt'}, or an error on "${id}" in the lock (there are ${max} of it)`,
    exchanges: [one.exchange, kept.placed.exchange, ...(placed.finding.exchanges ?? [])],
    cause: 'locked and not there',
  };
};

interface Tried {
  readonly one: Promised;
  readonly placed: Placed;
  readonly at: number;
}
