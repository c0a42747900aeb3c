import type { CheckOutcome } from '#schemas';
import { type recalculate, restore } from './basket-calls.ts';
import { mayRefuse } from './crashes.ts';
import { openBasket, type OpenBasket, stockedLines } from './open-basket.ts';
import { type Asked, productsOf, reducedBasket } from './products.ts';
import type { ReadBasket } from './read-basket.ts';
import { lineOutcome, inWords, isAsAsked } from './reflection.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { freshId } from '../identity.ts';
import { failed, passed, unlessUnmet } from '../../outcome.ts';

/**
 * Endpoints › Merchant-hosted › 2: of a request that cannot be fully accommodated the available part comes back. A product may be gone
 * for good by the time its basket is recalculated. Whether an id that was never given to anybody may be refused, and whether it comes
 * back, is not stated; it is not sold, crashes nothing, and costs nobody the rest of the basket.
 */
export const unknownProduct = async (
  world: MerchantWorld<never>,
  call: typeof recalculate,
): Promise<CheckOutcome | undefined> => {
  const opened = await unlessUnmet(openBasket(world, { lines: stockedLines(world, 2) }));
  if (opened === undefined) return undefined;
  const outcome = await askFor(world, call, opened, freshId());
  if (opened.origin === 'fixture') await restore(world, opened);
  return outcome;
};

const askFor = async (
  world: MerchantWorld<never>,
  call: typeof recalculate,
  opened: OpenBasket,
  unknown: string,
): Promise<CheckOutcome | undefined> => {
  const known = productsOf(opened.basket).filter(({ free }) => !free);
  if (known.length === 0) return undefined;
  const request = (products: readonly Asked[]) => reducedBasket(opened.basketId, opened.basket, { products });
  const replied = await mayRefuse(world, request([...known, { id: unknown, quantity: 1 }]), call);
  if (replied.kind === 'not-replied') return undefined;
  const fate = lineOutcome(replied.basket, unknown, 1);
  if (fate.kind === 'as-asked')
    return failed({
      expected: `"${unknown}" with an error, or without a piece of it`,
      actual: inWords(unknown, fate),
      pointer: '/products',
      exchanges: [replied.exchange],
      cause: 'unknown product sold',
    });
  const lost = known.find((product) => !isAsAsked(replied.basket, product) && !isUnreadable(replied.basket, product));
  if (lost === undefined) return passed;
  const twin = await call(world, request(known), { expect: 'any' });
  if (twin.kind === 'not-replied' || !isAsAsked(twin.basket, lost)) return passed;
  return failed({
    expected: `"${lost.id}" with quantity ${lost.quantity} and no error, as without the unknown one`,
    actual: inWords(lost.id, lineOutcome(replied.basket, lost.id, lost.quantity)),
    pointer: '/products',
    exchanges: [twin.exchange, replied.exchange],
    cause: 'available part lost with an unknown product',
  });
};

const isUnreadable = (basket: ReadBasket, { id, quantity }: Asked): boolean =>
  lineOutcome(basket, id, quantity).kind === 'unreadable';
