import type { CheckOutcome } from '#schemas';
import { openBasket } from '../../arrange/basket/open-basket.ts';
import { failed, unlessUnmet } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { prepareOrder, type ReadyOrder } from './prepared-order.ts';
import { sendUntilAnswered } from './heard-order.ts';

type World = MerchantWorld<never>;

/** Longer than a request takes to arrive, and shorter than an answer takes: nobody knows either of a shop. */
const hangUpsMs = [10, 50, 300] as const;

/** So many of a product, ready to be ordered. */
export const orderOf = async (world: World, variantId: string, quantity: number): Promise<ReadyOrder | undefined> => {
  const opened = await unlessUnmet(openBasket(world, { lines: [{ variantId, quantity }], linesRequired: true }));
  // Locked before the stock is looked at, so that what the lock sets aside is not counted.
  return opened && (await unlessUnmet(prepareOrder(world, { opened })));
};

/** An order whose first tries nobody heard an answer to. */
type Unheard = NonNullable<Awaited<ReturnType<typeof placeUnheard>>>;

export const placeUnheard = async (world: World, ready: ReadyOrder) => {
  const unheard: number[] = [];
  for (const hangUpAfterMs of hangUpsMs) {
    const tried = await world.merchant.order(ready.order, { expect: 'any', hangUpAfterMs });
    if (tried.kind !== 'silent') break;
    unheard.push(tried.exchange);
  }
  const answer = await sendUntilAnswered(world, ready.order);
  if (unheard.length === 0 || answer.kind !== 'answered') return undefined;
  return { tries: unheard.length, exchanges: [...unheard, answer.exchange] };
};

/** What such an order of so many took from the stock. */
export interface Taken extends Unheard {
  readonly pieces: number;
  readonly taken: number;
}

/** Once for a try that was forgotten, and perhaps for others. */
export const isTakenAgain = (order: Taken | undefined): boolean => {
  if (order === undefined) return false;
  const times = order.taken / order.pieces;
  return Number.isSafeInteger(times) && times > 1 && times <= order.tries + 1;
};

/**
 * Endpoints › Rules: the retry is the same order. Two orders, of different quantities, that each took a multiple of what was
 * ordered: no customer of somebody else's buys like that.
 */
export const takenAgain = ([first, second]: readonly Taken[]): CheckOutcome | undefined => {
  if (first === undefined || second === undefined || !isTakenAgain(first) || !isTakenAgain(second)) return undefined;
  return failed({
    expected: `availableQuantity ${second.pieces} less after an order of ${second.pieces} that was sent ${second.tries + 1} times`,
    actual: `${second.taken} less, as it was ${first.taken} less after one of ${first.pieces} that was sent ${first.tries + 1} times`,
    exchanges: [...first.exchanges, ...second.exchanges],
    cause: 'stock taken by a retry',
  });
};
