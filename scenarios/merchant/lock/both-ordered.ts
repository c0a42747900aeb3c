import type { CheckOutcome, Finding, LimitedProduct, ReducedBasket } from '#schemas';
import type { OpenBasket } from '../../arrange/basket/open-basket.ts';
import type { ReadBasket } from '../../arrange/basket/read-basket.ts';
import { lock, type Replied } from '../../arrange/basket/basket-calls.ts';
import { lineOutcome } from '../../arrange/basket/reflection.ts';
import { freshId } from '../../arrange/identity.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { failed, warned } from '../../outcome.ts';
import { got } from './held-lock.ts';

/** A basket, and the lock of it that has the product without an error. */
export interface Promised {
  readonly opened: OpenBasket;
  readonly basket: ReadBasket;
  readonly exchange: number;
}

/** What came of ordering it, and when that was known. */
export interface Ordered {
  readonly promised: Promised;
  readonly placed:
    | { readonly kind: 'confirmed'; readonly exchange: number }
    | { readonly kind: 'declined'; readonly finding: Finding }
    | { readonly kind: 'undecided' };
  readonly at: number;
}

/**
 * Resources › Basket › expiresAt: ordered before it, what a basket holds is there. Of two baskets that have locked more of a product
 * than there is only the orders show whether that is kept: a shop may have more than was configured, or sell what it will get.
 */
export const notKept = (
  both: readonly Ordered[],
  { id, max }: LimitedProduct,
  twin?: Extract<Ordered['placed'], { kind: 'confirmed' }>,
): Finding | undefined => {
  const one = both.find(({ placed }) => placed.kind === 'confirmed')?.placed;
  const kept = one ?? twin;
  const broken = both.find(({ placed }) => placed.kind === 'declined');
  if (kept?.kind !== 'confirmed' || broken?.placed.kind !== 'declined') return undefined;
  const { promised, placed, at } = broken;
  const { expiresAt, expiresAtMs } = promised.basket;
  // Over by then, it promised nothing any more.
  if (expiresAtMs === undefined || expiresAtMs <= at) return undefined;
  return {
    ...placed.finding,
    message: `Two baskets locked "${id}" without an error, and ${one ? 'only one of them' : 'neither'} could be ordered before its lock ended${one ? '' : ', though a locked basket without it could'}; reserve every line of a lock in its full quantity, or put an error on products that are gone.`,
    expected: `2xx with a confirmation before ${expiresAt ?? 'expiresAt'}, or an error on "${id}" in the lock (there are ${max} of it)`,
    exchanges: [promised.exchange, kept.exchange, ...(placed.finding.exchanges ?? [])],
    cause: 'locked and not there',
  };
};

/** @param left how many the catalogue says there are by now: below zero, more was sold than there was. */
export const soldToBoth = (
  promised: readonly Promised[],
  { id, max }: LimitedProduct,
  left: number | undefined,
): CheckOutcome => {
  const finding: Finding = {
    expected: `"${id}" with an error in one of the two locks (there are ${max} of it)`,
    actual: `two orders of ${max}${left === undefined ? '' : `, after which availableQuantity is ${left}`}`,
    exchanges: promised.map(({ exchange }) => exchange),
    cause: 'last units sold twice',
  };
  return left !== undefined && left < 0
    ? failed(finding)
    : warned(finding, 'the shop may have restocked it, or limit how many one customer may have');
};

export const soldOut = (id: string, triggers: Pick<MerchantWorld['triggers'], 'has'>): string =>
  triggers.has('cancelOrder')
    ? 'Limited products were sold: see that their cancelled orders have set them back before the next run.'
    : `"${id}" is sold out: restock it before the next run.`;

/** What came of two baskets that both have all there is. */
export interface Both {
  readonly broken: Finding | undefined;
  readonly areKept: boolean;
  /** One of them could not be ordered, for another reason. */
  readonly areUntried: boolean;
}

export const promisedBy = (
  opened: OpenBasket,
  replied: Replied | undefined,
  { id, max }: LimitedProduct,
): readonly Promised[] =>
  replied?.kind === 'replied' && got(replied, id, max)
    ? [{ opened, basket: replied.basket, exchange: replied.exchange }]
    : [];

/** The one that came second is told of a part that is available beside all that the first has: it takes that part. */
export const restLocked = async (
  world: Pick<MerchantWorld, 'merchant' | 'claims'>,
  { opened, request }: { readonly opened: OpenBasket; readonly request: ReducedBasket },
  replied: Replied | undefined,
  id: string,
): Promise<Promised | undefined> => {
  const fate = replied?.kind === 'replied' ? lineOutcome(replied.basket, id, 0) : undefined;
  const quantity = fate?.kind === 'reported' ? (fate.carries ?? 0) : 0;
  if (quantity <= 0 || !world.claims.orders) return undefined;
  const products = request.products.map((line) => (line.id === id ? { ...line, quantity } : line));
  const again = await lock(world, { ...request, requestId: freshId(), products }, { expect: 'any' });
  return again.kind === 'replied' && got(again, id, quantity)
    ? { opened, basket: again.basket, exchange: again.exchange }
    : undefined;
};
