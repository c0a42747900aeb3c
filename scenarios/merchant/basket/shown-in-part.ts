import type { CheckOutcome } from '#schemas';
import { recalculate } from '../../arrange/basket/basket-calls.ts';
import { openBasket } from '../../arrange/basket/open-basket.ts';
import { type Asked, reducedBasket } from '../../arrange/basket/products.ts';
import { isFree, readBasket } from '../../arrange/basket/read-basket.ts';
import { lineOutcome, isAsAsked } from '../../arrange/basket/reflection.ts';
import { droppedUnsaid } from './dropped-unsaid.ts';
import type { Line, MerchantWorld } from '../../context/merchant.ts';
import { failed, unlessUnmet } from '../../outcome.ts';

/** What is wrong with baskets of which a part is shown: by itself, or by what they are recalculated to. */
export interface InPart {
  readonly kept?: CheckOutcome | undefined;
  readonly reflected?: CheckOutcome | undefined;
}

/** Pieces more of each, one change after the other. */
const changes = [1, 2];

/**
 * Resources › Basket › products: those of the basket, and there is no most of them. A basket that was made may hold less than it was to be
 * made with, and a retrieval need not show what a recalculation asked for. One that shows the quantities of the last
 * change, and only of some products, though the change was answered with all of them, shows no basket there ever was.
 */
export const shownInPart = async (
  world: Pick<MerchantWorld, 'merchant' | 'baskets' | 'triggers'>,
  lines: readonly Line[],
): Promise<InPart> => {
  if (!world.triggers.has('createBasket')) return {};
  const opened = await unlessUnmet(openBasket(world, { lines, linesRequired: true }));
  if (opened === undefined) return {};
  const { basketId, basket } = opened;
  if (lines.every(({ variantId, quantity }) => lineOutcome(basket, variantId, quantity).kind !== 'missing')) return {};
  const exchanges = [opened.exchange];
  let lost: Asked | undefined;
  for (const more of changes) {
    const asked = lines.map(({ variantId, quantity }) => ({ id: variantId, quantity: quantity + more }));
    const replied = await recalculate(world, reducedBasket(basketId, basket, { products: asked }), { expect: 'any' });
    if (replied.kind === 'not-replied') return {};
    if (!asked.every((one) => isAsAsked(replied.basket, one)))
      return { reflected: await droppedUnsaid(world, opened, asked, replied) };
    const answer = await world.merchant.retrieve(basketId, { expect: 'any' });
    if (answer.kind !== 'answered') return {};
    const again = readBasket(answer.body);
    const missing = asked.filter((one) => lineOutcome(again, one.id, one.quantity).kind === 'missing');
    const shown = asked.filter((one) => isAsAsked(again, one));
    // It may be there under another id.
    if (again.lines?.some((line) => !isFree(line) && asked.every(({ id }) => id !== line.id))) return {};
    if (missing.length === 0 || shown.length === 0 || missing.length + shown.length < asked.length) return {};
    [lost] = missing;
    exchanges.push(replied.exchange, answer.exchange);
  }
  if (lost === undefined) return {};
  const expected = `"${lost.id}" with quantity ${lost.quantity}, as in the recalculation before, as all the others are`;
  const actual = `no "${lost.id}" among the products`;
  return { kept: failed({ expected, actual, exchanges, cause: 'shown in part' }) };
};
