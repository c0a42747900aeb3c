import type { Finding } from '#schemas';
import { holding, openBasket, type OpenBasket } from '../../arrange/basket/open-basket.ts';
import type { ReadBasket } from '../../arrange/basket/read-basket.ts';
import { lineOutcome, inWords, isAsAsked, isLost } from '../../arrange/basket/reflection.ts';
import type { Line, MerchantWorld } from '../../context/merchant.ts';
import { unlessUnmet } from '../../outcome.ts';

interface Wished {
  readonly id: string;
  readonly quantity: number;
}

/** What the basket was made to hold, held when it was first scanned, and does not hold as it did. */
export interface Other extends Wished {
  readonly actual: string;
}

/**
 * Endpoints › Merchant-hosted › 1: a retrieval asks for the basket, and Resources › Basket › expiresAt: until then it is valid. Told only of
 * a basket that was made for this run, which nobody else can change, and of the products it was made with: what a shop puts
 * in besides, such as a gift or a bag, comes and goes as it likes.
 */
export const otherQuantity = (first: OpenBasket, again: ReadBasket, lines: readonly Line[]): Other | undefined => {
  const wished = wishedIn(lines);
  if (first.origin !== 'trigger' || !wished.every((one) => isAsAsked(first.basket, one))) return undefined;
  const lost = wished.find((one) => isLost(holding(again, lines), one));
  return lost && { ...lost, actual: inWords(lost.id, lineOutcome(again, lost.id, lost.quantity)) };
};

/**
 * Whether another basket made just so holds it all, so that neither stock nor the shop's assortment has changed. Nothing is told
 * where the shop has one basket for everybody, or one for everybody who puts the same into it.
 */
export const holdsAsMade = async (
  world: Pick<MerchantWorld, 'merchant' | 'baskets' | 'triggers'>,
  first: OpenBasket,
  lines: readonly Line[],
): Promise<boolean> => {
  const twin = await unlessUnmet(openBasket(world, { lines, linesRequired: true }));
  if (twin === undefined || [twin.basketId, twin.basket.id].includes(first.basketId)) return false;
  return wishedIn(lines).every((one) => isAsAsked(twin.basket, one));
};

export const otherFinding = ({ id, quantity, actual }: Other, first: OpenBasket, exchange: number): Finding => ({
  expected: `"${id}" with quantity ${quantity}, as in the first retrieval`,
  actual,
  exchanges: [first.exchange, exchange],
  cause: 'other quantities when retrieved again',
});

const wishedIn = (lines: readonly Line[]): readonly Wished[] =>
  lines.map(({ variantId, quantity }) => ({ id: variantId, quantity }));
